import { type ReactNode, useState } from "react";
import { useFetcher } from "react-router";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useLocalPath } from "#app/language.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { StaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { ProofForm, RejectForm } from "./decision-forms.tsx";
import type { ReviewAnswer } from "./review-action.server.ts";
import { ReviewProblem, ShownState } from "./review-parts.tsx";

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
            permission="orders.read"
            isAction
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
      <ReviewProblem answer={fetcher.data} />
      <ShownState found={found} />
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
