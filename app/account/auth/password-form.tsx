import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { sessionClient } from "#app/browser/session.client.ts";
import { useLocalPath } from "#app/language.ts";
import { useSignInWords } from "#app/messages/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { type AuthProblem, problemOf, useProblemText } from "./auth-problem.ts";
import { PasswordInput } from "./password-input.tsx";

interface PasswordFormProps {
  mode: "signin" | "signup";
  email: string;
  /** Where the link in the confirmation mail leads. */
  returnTo: () => string;
  onSession: () => void;
  /** The address must be confirmed by a code first. */
  onCode: () => void;
  onChangeEmail: () => void;
}

export function PasswordForm({
  mode,
  email,
  returnTo,
  onSession,
  onCode,
  onChangeEmail,
}: PasswordFormProps) {
  const { auth } = useSignInWords();
  const to = useLocalPath();
  const textOf = useProblemText();
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const signUp = mode === "signup";

  const focusPassword = () =>
    form.current?.querySelector<HTMLInputElement>("[name=password]")?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step comes
  useEffect(() => void focusPassword(), []);

  const submit = async () => {
    if (busy) return;
    if (!email || !password) {
      setProblem({ code: email ? "password_missing" : "missing" });
      return focusPassword();
    }
    setBusy(true);
    setProblem(null);
    try {
      const client = await sessionClient();
      const { data, error } = signUp
        ? await client.auth.signUp({ email, password, options: { emailRedirectTo: returnTo() } })
        : await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      if (data.session) onSession();
      else onCode();
    } catch (error) {
      const found = problemOf(error);
      setBusy(false);
      if (found.code === "email_not_confirmed") return onCode();
      setProblem(found);
      focusPassword();
    }
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
        <span className="truncate">{email}</span>
        {/* Password managers pair the password with a name. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <button type="button" className="link min-h-11 px-3 text-sm" onClick={onChangeEmail}>
          {auth.change}
        </button>
      </p>
      <Field
        label={auth.password}
        hint={signUp ? auth.passwordHint : undefined}
        error={problem ? textOf(problem) : undefined}
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
      {signUp ? (
        <p className="text-sm text-muted">
          {auth.terms}{" "}
          <Link className="link" to={to("/TermsAndConditions")}>
            {auth.termsLink}
          </Link>{" "}
          {auth.and}{" "}
          <Link className="link" to={to("/PrivacyPolicy")}>
            {auth.privacyLink}
          </Link>
          .
        </p>
      ) : (
        <Link
          className="link flex min-h-11 items-center justify-self-start text-sm"
          to={to("/ForgotPassword")}
          state={{ email }}
        >
          {auth.forgot}
        </Link>
      )}
    </form>
  );
}
