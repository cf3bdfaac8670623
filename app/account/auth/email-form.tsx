import { useState } from "react";
import { useSignInWords } from "#app/messages/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type AuthProblem, useProblemText } from "./auth-problem.ts";

interface EmailFormProps {
  start: string;
  button: string;
  busy?: boolean;
  problem?: AuthProblem | null;
  onEmail: (email: string) => void;
}

export function EmailForm({ start, button, busy, problem, onEmail }: EmailFormProps) {
  const { auth } = useSignInWords();
  const textOf = useProblemText();
  const [email, setEmail] = useState(start);
  const [own, setOwn] = useState<AuthProblem | null>(null);
  const shown = own ?? problem;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const trimmed = email.trim();
        const wrong = emailProblem(trimmed);
        setOwn(wrong);
        if (!wrong) onEmail(trimmed);
        else event.currentTarget.querySelector("input")?.focus();
      }}
    >
      <Field label={auth.email} hint={auth.emailHint} error={shown ? textOf(shown) : undefined}>
        {(parts) => (
          <TextInput
            {...parts}
            type="email"
            name="email"
            required
            autoComplete="username"
            inputMode="email"
            enterKeyHint="next"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            onBlur={() => email && setOwn(emailProblem(email.trim()))}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} wide>
        {button}
      </Button>
    </form>
  );
}

function emailProblem(email: string): AuthProblem | null {
  if (!email) return { code: "email_missing" };
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : { code: "email_invalid" };
}
