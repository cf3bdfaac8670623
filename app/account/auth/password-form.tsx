import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { problemOf } from "#app/ui/domain/proof/auth-problem.ts";
import { PasswordInput } from "#app/ui/domain/proof/password-input.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import type { CaptchaProof } from "./auth-captcha.ts";
import { type Contact, shownContact } from "./contact.ts";
import { TermsLine } from "./terms-line.tsx";

interface PasswordFormProps {
  mode: "signin" | "signup";
  contact: Contact;
  proof: CaptchaProof;
  /** Sends the code or link that confirms the address or number. */
  sendConfirmation: (contact: Contact) => Promise<unknown>;
  /** Where the link in the confirmation mail leads. */
  returnTo: () => string;
  onSession: () => void;
  /** The address or number must be confirmed by a code first. */
  onCode: () => void;
  /** Signs in with a code instead. */
  onWithoutPassword: () => Promise<void>;
  onChangeContact: () => void;
}

export function PasswordForm(props: PasswordFormProps) {
  const { mode, contact, proof, sendConfirmation, returnTo } = props;
  const { onSession, onCode, onWithoutPassword, onChangeContact } = props;
  const { auth } = useSignInWords();
  const to = useLocalPath();
  const language = useLanguage();
  const [password, setPassword] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();
  const form = useRef<HTMLFormElement>(null);
  const signUp = mode === "signup";

  const focusPassword = () =>
    form.current?.querySelector<HTMLInputElement>("[name=password]")?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step comes
  useEffect(() => void focusPassword(), []);

  const submit = async () => {
    if (!password) {
      refuse({ code: "password_missing" });
      return focusPassword();
    }
    const went = await attempt(async () => {
      const { auth: service } = await sessionClient();
      const proven = await proof();
      const options = { emailRedirectTo: returnTo(), data: { language }, ...proven };
      const answer = signUp
        ? await service.signUp({ ...contact, password, options })
        : await service.signInWithPassword({ ...contact, password, options: proven });
      const unconfirmed = ["email_not_confirmed", "phone_not_confirmed"];
      if (answer.error && unconfirmed.includes(problemOf(answer.error).code)) {
        // The first code may have expired; if it has not, the service keeps it valid and refuses another.
        await sendConfirmation(contact);
        onCode();
      } else if (goodAnswer(answer).session) onSession();
      else onCode();
      return "leaving";
    });
    if (went === false) focusPassword();
  };

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="flex items-center justify-between gap-3 border border-rule bg-paper py-1 pl-3">
        <span className="wrap-anywhere">{shownContact(contact)}</span>
        {/* Password managers pair the password with a name. */}
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={contact.phone ?? contact.email}
        />
        <button type="button" className="link min-h-11 px-3 text-sm" onClick={onChangeContact}>
          {auth.change}
        </button>
      </p>
      <Field
        label={auth.password}
        hint={signUp ? auth.passwordHint : undefined}
        error={problemText}
      >
        {(parts) => (
          <PasswordInput
            {...parts}
            name="password"
            required
            autoComplete={signUp ? "new-password" : "current-password"}
            enterKeyHint="go"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} wide>
        {signUp ? auth.signUp : auth.signIn}
      </Button>
      <Button
        look="quiet"
        wide
        onClick={() =>
          void attempt(async () => {
            await onWithoutPassword();
            return "leaving";
          })
        }
      >
        {contact.phone !== undefined ? auth.codeBySms : auth.codeByMail}
      </Button>
      {signUp ? (
        <TermsLine />
      ) : (
        <Link
          className="link flex min-h-11 items-center justify-self-start text-sm"
          to={to("/ForgotPassword")}
          state={{ contact: shownContact(contact) }}
        >
          {auth.forgot}
        </Link>
      )}
    </form>
  );
}
