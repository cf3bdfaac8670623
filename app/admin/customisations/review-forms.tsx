import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import type { StaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { rejections } from "#shop/production/customisations/rejection.ts";
import type { ReviewAnswer } from "./review-action.server.ts";

type Choice = "proof" | "reject";

/** What staff may do with a design that is not approved: look, approve, correct, reject. */
export function ReviewForms({ found }: { found: StaffCustomisation }) {
  const { review: words } = useProductionWords();
  const to = useLocalPath();
  const [choice, setChoice] = useState<Choice | null>(null);
  const { status, may_print: isPaid } = found;
  const isLooking = status === "submitted" || status === "in_review";
  const mayCorrect = isLooking || status === "changes_requested" || status === "proof_sent";
  const mayReject = isLooking || status === "changes_requested";
  // What the buyer ordered, of goods that want a proof: it may be sent as it is.
  const mayRepeat = isLooking && !found.is_as_ordered && found.proofs[0]?.source === "buyer";
  const close = () => setChoice(null);
  if (status === "rejected") {
    return (
      <section className="grid gap-3">
        <Notice tone="error">
          {found.rejection ? words.reasons[found.rejection] : null}
          {found.rejection_note ? ` ${found.rejection_note}` : null}
        </Notice>
        <p>
          {words.refundHint}{" "}
          <PermittedLink
            needs="orders.read"
            isAct
            to={to(`/admin/Orders/${found.order_id}`)}
            className="link"
          >
            {words.refund}
          </PermittedLink>
        </p>
        <StepForm found={found} intent="review" look="quiet">
          {words.again}
        </StepForm>
      </section>
    );
  }
  if (!mayCorrect || !isPaid) return null;
  return (
    <section aria-label={words.title} className="no-print grid gap-4">
      {choice === "proof" ? (
        <ProofForm found={found} mayRepeat={mayRepeat} onClose={close} />
      ) : null}
      {choice === "reject" ? <RejectForm found={found} onClose={close} /> : null}
      {choice === null ? (
        <div className="flex flex-wrap items-start gap-3">
          {isLooking && found.is_as_ordered ? (
            <StepForm found={found} intent="approve">
              {words.approve}
            </StepForm>
          ) : null}
          {status === "submitted" ? (
            <StepForm found={found} intent="review" look="quiet">
              {words.take}
            </StepForm>
          ) : null}
          {mayRepeat ? (
            <Button icon="mail" onClick={() => setChoice("proof")}>
              {words.sendProof}
            </Button>
          ) : found.texts.length > 0 ? (
            <Button look="quiet" icon="pen-line" onClick={() => setChoice("proof")}>
              {words.correct}
            </Button>
          ) : null}
          {found.roster === null && found.proofs[0]?.sheets.length ? (
            // The board has another content security policy, so it is loaded.
            <ButtonLink
              look="quiet"
              reloadDocument
              data-edit
              to={to(`/admin/customisations/${found.id}/design`)}
            >
              {words.onBoard}
            </ButtonLink>
          ) : null}
          {mayReject ? (
            <Button look="quiet" icon="x" onClick={() => setChoice("reject")}>
              {words.reject}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isLooking && choice === null ? (
        <p className="text-sm text-muted">
          {found.is_as_ordered ? words.asOrdered : words.needsProof}
        </p>
      ) : null}
    </section>
  );
}

interface PartProps {
  found: StaffCustomisation;
  onClose: () => void;
}

/** What the person saw: a step after somebody else's is refused. */
function Seen({ found }: { found: StaffCustomisation }) {
  return (
    <>
      <input type="hidden" name="status" value={found.status} />
      <input type="hidden" name="proof" value={found.proof_id ?? ""} />
    </>
  );
}

interface StepFormProps {
  found: StaffCustomisation;
  intent: "review" | "approve";
  look?: "quiet";
  children: ReactNode;
}

function StepForm({ found, intent, look, children }: StepFormProps) {
  const fetcher = useFetcher<ReviewAnswer>();
  return (
    <fetcher.Form method="post" className="grid gap-3">
      <Problem answer={fetcher.data} />
      <Seen found={found} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        {...(look ? { look } : { icon: "check" })}
        data-approve={intent === "approve" || undefined}
        busy={fetcher.state !== "idle"}
        className="justify-self-start"
      >
        {children}
      </Button>
    </fetcher.Form>
  );
}

interface ProblemProps {
  answer: ReviewAnswer | undefined;
  /** Problems that a field of the form shows. */
  except?: (problem: string) => boolean;
}

function Problem({ answer, except }: ProblemProps) {
  const { review: words } = useProductionWords();
  if (!answer?.problem || except?.(answer.problem)) return null;
  const { problem } = answer;
  return (
    <Notice tone="error">
      {problem.startsWith("finding:")
        ? words.notPrintable
        : wordsFor(words.problems, problem, "invalid_input")}
    </Notice>
  );
}

/** The words of a problem that a field shows. */
function useErrorOf(answer: ReviewAnswer | undefined, isOwn: (problem: string) => boolean) {
  const { review: words } = useProductionWords();
  return answer?.problem && isOwn(answer.problem)
    ? wordsFor(words.problems, answer.problem, "invalid_input")
    : undefined;
}

const isOfNote = (problem: string) => problem === "note_missing";
const isOfReason = (problem: string) => problem === "rejection_missing";
const isOfMessage = (problem: string) => problem.startsWith("message_");

/** Sends with a key of its own, which stays until the answer. */
function useKeyed(onDone: () => void) {
  const fetcher = useFetcher<ReviewAnswer>();
  const key = useRef("");
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (!answer?.done) return;
    key.current = "";
    done.current();
  }, [answer]);
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (fetcher.state !== "idle") return;
    key.current ||= crypto.randomUUID();
    const form = new FormData(event.currentTarget);
    form.set("key", key.current);
    void fetcher.submit(form, { method: "post" });
  }
  return { send, answer, busy: fetcher.state !== "idle" };
}

interface ProofFormProps extends PartProps {
  /** Whether the design may be sent as it was ordered. */
  mayRepeat: boolean;
}

function ProofForm({ found, mayRepeat, onClose }: ProofFormProps) {
  const { review: words } = useProductionWords();
  const { send, answer, busy } = useKeyed(onClose);
  const noteError = useErrorOf(answer, isOfNote);
  const [isDirty, setIsDirty] = useState(false);
  useDirtyForm(isDirty);
  return (
    <form
      method="post"
      noValidate
      onSubmit={send}
      onInput={() => setIsDirty(true)}
      className="grid gap-4"
    >
      <h2 className="text-lg">{mayRepeat ? words.sendProof : words.correct}</h2>
      <Problem answer={answer} except={isOfNote} />
      <input type="hidden" name="intent" value="proof" />
      <Seen found={found} />
      {found.texts.map(({ id, name, text }, index) => (
        <Field key={id} label={name || words.text(index + 1)}>
          {(parts) =>
            text.includes("\n") ? (
              <TextArea {...parts} name={`text:${id}`} rows={3} defaultValue={text} />
            ) : (
              <TextInput
                {...parts}
                name={`text:${id}`}
                defaultValue={text}
                maxLength={500}
                autoComplete="off"
                autoFocus={index === 0}
              />
            )
          }
        </Field>
      ))}
      <Field
        label={words.note}
        hint={mayRepeat ? words.repeatHint : words.noteHint}
        error={noteError}
      >
        {(parts) => (
          <TextArea
            {...parts}
            name="note"
            rows={2}
            maxLength={1000}
            required
            defaultValue={mayRepeat ? words.proofNote : undefined}
            autoFocus={found.texts.length === 0}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {words.send}
        </Button>
        <Button look="bare" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

function RejectForm({ found, onClose }: PartProps) {
  const { review: words } = useProductionWords();
  const { send, answer, busy } = useKeyed(onClose);
  const reasonError = useErrorOf(answer, isOfReason);
  const [reason, setReason] = useState("");
  const chosen = rejections.find((one) => one === reason);
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <h2 className="text-lg">{words.reject}</h2>
      <Problem answer={answer} except={isOfReason} />
      <input type="hidden" name="intent" value="reject" />
      <Seen found={found} />
      <Field
        label={words.reason}
        hint={chosen ? words.laws[chosen] : undefined}
        error={reasonError}
      >
        {(parts) => (
          <Select
            {...parts}
            name="reason"
            required
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="w-full"
          >
            <option value="">{words.choose}</option>
            {rejections.map((one) => (
              <option key={one} value={one}>
                {words.reasons[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.rejectNote} hint={words.rejectHint} optional>
        {(parts) => <TextArea {...parts} name="note" rows={3} maxLength={1000} />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger" busy={busy}>
          {words.rejectNow}
        </Button>
        <Button look="bare" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

/** Staff write to the buyer, who also gets it by mail. */
export function WriteForm() {
  const { review: words } = useProductionWords();
  const form = useRef<HTMLFormElement>(null);
  const { send, answer, busy } = useKeyed(() => form.current?.reset());
  const messageError = useErrorOf(answer, isOfMessage);
  return (
    <form ref={form} method="post" noValidate onSubmit={send} className="no-print grid gap-3">
      <Problem answer={answer} except={isOfMessage} />
      <input type="hidden" name="intent" value="write" />
      <Field label={words.write} hint={words.writeHint} error={messageError}>
        {(parts) => <TextArea {...parts} name="text" rows={3} maxLength={2000} />}
      </Field>
      <Button
        type="submit"
        look="quiet"
        icon="message-circle"
        busy={busy}
        className="justify-self-start"
      >
        {words.sendMessage}
      </Button>
    </form>
  );
}
