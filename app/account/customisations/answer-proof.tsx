import { useId, useRef, useState } from "react";
import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useProofWords } from "#app/messages/shared/proof.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import { maxMessageLength, type Proof } from "#shop/production/customisations/customisation.ts";
import { useFocusBack } from "../focus-back.ts";
import type { ProofForms } from "./use-proof-forms.ts";

interface AnswerProofProps {
  proof: Proof;
  revisionsLeft: number;
  /** Numbers of the pins that nobody settled. */
  openPins: readonly number[];
  /** Id of the form that approves, for the bar of a phone. */
  formId: string;
  /** The form for a change is open. */
  changing: boolean;
  onChanging: (changing: boolean) => void;
  forms: ProofForms;
}

/** Yes, or what should be different: both are about this version only. */
export function AnswerProof({
  proof,
  revisionsLeft,
  openPins,
  formId,
  changing,
  onChanging,
  forms: { approving, asking },
}: AnswerProofProps) {
  const { page: words, problems, cancel } = useCustomisationWords();
  const { stillOpen } = useProofWords();
  const [isDirty, setIsDirty] = useState(false);
  const key = useRef("");
  const opener = useFocusBack(changing);
  const tickId = useId();
  const fetcher = changing ? asking : approving;
  const busy = fetcher.state !== "idle";
  const problem = busy ? undefined : fetcher.data?.problem;
  const problemText = problem ? wordsFor(problems, problem, "unexpected") : undefined;
  const isUnticked = problem === "words_unchecked";
  useDirtyForm(changing && isDirty);

  if (!changing) {
    return (
      <approving.Form id={formId} method="post" noValidate className="grid gap-3">
        {problemText && !isUnticked ? <Notice tone="error">{problemText}</Notice> : null}
        <input type="hidden" name="id" value={proof.id} />
        <p className="text-sm text-muted">{words.noSilence}</p>
        {openPins.length > 0 ? <Notice>{stillOpen(openPins)}</Notice> : null}
        <Checkbox
          name="checked"
          value="on"
          required
          {...(isUnticked ? { "aria-invalid": true, "aria-describedby": tickId } : {})}
          label={words.tick([...proof.words, ...(proof.pieces ?? []).filter(Boolean)])}
        />
        {isUnticked ? (
          <p id={tickId} className="text-sm text-stamp">
            {problemText}
          </p>
        ) : null}
        {/* Enter approves too, and so does the button of the bar. */}
        <input type="hidden" name="intent" value="approve" />
        <div className="flex flex-wrap gap-3 max-md:hidden">
          <Button type="submit" icon="check" busy={busy}>
            {words.approve(proof.version)}
          </Button>
          <Button ref={opener} look="quiet" icon="pen-line" onClick={() => onChanging(true)}>
            {words.askChange}
          </Button>
        </div>
        <p className="text-sm text-muted">{words.approveHint}</p>
        <p className="text-sm text-muted">{words.madeToOrder}</p>
      </approving.Form>
    );
  }
  return (
    <asking.Form
      method="post"
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        key.current ||= crypto.randomUUID();
        const form = new FormData(event.currentTarget);
        form.set("key", key.current);
        void asking.submit(form, { method: "post" });
      }}
    >
      <input type="hidden" name="id" value={proof.id} />
      <input type="hidden" name="intent" value="change" />
      <Field label={words.change} hint={words.changeHint(revisionsLeft)} error={problemText}>
        {(parts) => (
          <TextArea
            {...parts}
            name="text"
            rows={5}
            required
            maxLength={maxMessageLength}
            autoFocus
            onChange={(event) => setIsDirty(event.target.value !== "")}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {words.sendChange}
        </Button>
        <Button look="bare" onClick={() => onChanging(false)}>
          {cancel}
        </Button>
      </div>
    </asking.Form>
  );
}
