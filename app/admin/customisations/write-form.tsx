import { useRef } from "react";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import {
  isMessageProblem,
  ReviewProblem,
  useFieldError,
  useIdempotentForm,
} from "./review-parts.tsx";

/** A message of staff to the buyer, which is also sent by mail. */
export function WriteForm() {
  const { review: words } = useProductionWords();
  const form = useRef<HTMLFormElement>(null);
  const { send, answer, busy } = useIdempotentForm(() => form.current?.reset());
  const messageError = useFieldError(answer, isMessageProblem);
  return (
    <form ref={form} method="post" noValidate onSubmit={send} className="no-print grid gap-3">
      <ReviewProblem answer={answer} except={isMessageProblem} />
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
