import { Form } from "react-router";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { useUnsubscribeWords } from "#app/storefront/unsubscribe/messages/unsubscribe.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailInput } from "#app/ui/domain/contact-inputs.tsx";
import { Field } from "#app/ui/field.tsx";

interface NewAddressProps {
  token: string;
  /** Code of what is wrong with the address. */
  emailProblem: string | undefined;
  busy: boolean;
}

/** Another address for the same mails; it confirms first. */
export function NewAddress({ token, emailProblem, busy }: NewAddressProps) {
  const words = useUnsubscribeWords();
  return (
    <Form
      method="post"
      preventScrollReset
      noValidate
      className="grid max-w-md gap-3 border-t border-rule pt-6"
    >
      <h2 className="text-lg">{words.move}</h2>
      <p className="text-sm text-muted">{words.moveHint}</p>
      <input type="hidden" name="t" value={token} />
      <Field
        label={words.moveLabel}
        error={emailProblem ? wordsFor(words.errors, emailProblem, "required") : undefined}
      >
        {(parts) => <EmailInput {...parts} name="email" />}
      </Field>
      <div>
        <Button type="submit" name="intent" value="move" look="quiet" busy={busy}>
          {words.moveButton}
        </Button>
      </div>
    </Form>
  );
}
