import { useState } from "react";
import { sessionClient } from "#app/browser/session.client.ts";
import { useAccountWords } from "#app/messages/account.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type AuthProblem, problemOf, useProblemText } from "../auth/auth-problem.ts";
import { CodeField } from "../auth/code-field.tsx";
import { PasswordInput } from "../auth/password-input.tsx";

/** A new password; where the service wants to be sure who asks, a code from a mail first. */
export function PasswordChange() {
  const { auth, security: words } = useAccountWords();
  const textOf = useProblemText();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  const save = async () => {
    if (busy) return;
    if (!password) return setProblem({ code: "password_missing" });
    setBusy(true);
    setDone(false);
    setProblem(null);
    try {
      const client = await sessionClient();
      const { error } = await client.auth.updateUser({
        password,
        ...(asksCode ? { nonce: code } : {}),
      });
      if (error?.code === "reauthentication_needed") {
        await client.auth.reauthenticate();
        setAsksCode(true);
      } else if (error) throw error;
      else {
        setDone(true);
        setPassword("");
        setCode("");
        setAsksCode(false);
      }
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };

  const isCodeWrong = problem?.code === "reauthentication_not_valid";
  const problemText = problem ? textOf(problem) : undefined;
  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.password}</h2>
      {done ? <Notice tone="success">{words.passwordSaved}</Notice> : null}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={auth.newPassword}
          hint={auth.passwordHint}
          error={isCodeWrong ? undefined : problemText}
        >
          {(parts) => (
            <PasswordInput
              {...parts}
              name="password"
              required
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {asksCode ? (
          <CodeField
            label={words.mailCode}
            hint={words.mailCodeHint}
            error={isCodeWrong ? problemText : undefined}
            value={code}
            onChange={setCode}
          />
        ) : null}
        <Button type="submit" busy={busy} className="justify-self-start">
          {words.savePassword}
        </Button>
      </form>
    </section>
  );
}
