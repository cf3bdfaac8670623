import { useState } from "react";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { rejections } from "#shop/production/customisations/rejection.ts";
import {
  isNoteProblem,
  isReasonProblem,
  type ReviewFormProps,
  ReviewProblem,
  ShownState,
  useFieldError,
  useIdempotentForm,
} from "./review-parts.tsx";

interface ProofFormProps extends ReviewFormProps {
  /** Whether the design may be sent as it was ordered. */
  mayRepeat: boolean;
}

export function ProofForm({ found, mayRepeat, onClose }: ProofFormProps) {
  const { review: words } = useProductionWords();
  const { send, answer, busy } = useIdempotentForm(onClose);
  const noteError = useFieldError(answer, isNoteProblem);
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
      <ReviewProblem answer={answer} except={isNoteProblem} />
      <input type="hidden" name="intent" value="proof" />
      <ShownState found={found} />
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

export function RejectForm({ found, onClose }: ReviewFormProps) {
  const { review: words } = useProductionWords();
  const { send, answer, busy } = useIdempotentForm(onClose);
  const reasonError = useFieldError(answer, isReasonProblem);
  const [reason, setReason] = useState("");
  const chosen = rejections.find((one) => one === reason);
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <h2 className="text-lg">{words.reject}</h2>
      <ReviewProblem answer={answer} except={isReasonProblem} />
      <input type="hidden" name="intent" value="reject" />
      <ShownState found={found} />
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
