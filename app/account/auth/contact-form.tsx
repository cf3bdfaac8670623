import { useState } from "react";
import { afterPress } from "#app/browser/focus/press.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { type AuthProblem, useProblemText } from "#app/ui/domain/proof/auth-problem.ts";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type Contact, readContact } from "./contact.ts";

interface ContactFormProps {
  start: string;
  takesPhone: boolean;
  button: string;
  busy?: boolean;
  problem?: AuthProblem | null;
  onContact: (contact: Contact) => void;
  /** Goes on with a password instead, where the form's button does something else. */
  onPassword?: ((contact: Contact) => void) | undefined;
}

/** One field for an address or a number. */
export function ContactForm(props: ContactFormProps) {
  const { start, takesPhone, button, busy, problem, onContact, onPassword } = props;
  const { auth } = useSignInWords();
  const textOf = useProblemText();
  const [typed, setTyped] = useState(start);
  const [own, setOwn] = useState<AuthProblem | null>(null);
  const shown = own ?? problem;
  const check = () => {
    const read = readContact(typed, takesPhone);
    setOwn("code" in read ? read : null);
    return "code" in read ? null : read;
  };
  const goOn = (form: HTMLFormElement | null, use: (contact: Contact) => void) => {
    const contact = check();
    if (contact) use(contact);
    else form?.querySelector("input")?.focus();
  };
  return (
    <PageForm onSubmit={(form) => goOn(form, onContact)}>
      <Field
        label={takesPhone ? auth.contact : auth.email}
        hint={takesPhone ? auth.contactHint : auth.emailHint}
        error={shown ? textOf(shown) : undefined}
      >
        {(parts) => (
          <TextInput
            {...parts}
            type={takesPhone ? "text" : "email"}
            name="contact"
            required
            autoComplete="username"
            inputMode="email"
            enterKeyHint="next"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={254}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              // Clear at once: clearing on blur would move the button away from the pointer.
              setOwn(null);
            }}
            onBlur={() => typed && afterPress(check)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} wide>
        {button}
      </Button>
      {onPassword ? (
        <button
          type="button"
          className="link -my-2 min-h-11 justify-self-start text-sm"
          onClick={({ currentTarget }) => goOn(currentTarget.form, onPassword)}
        >
          {auth.withPassword}
        </button>
      ) : null}
    </PageForm>
  );
}
