import { useState } from "react";
import { sessionClient } from "#app/browser/session.client.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { CodeField } from "#app/ui/domain/proof/code-field.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { PasswordInput } from "#app/ui/domain/proof/password-input.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** A new password; first a code by mail, where the service requires reauthentication. */
export function PasswordChange({ hasPassword }: { hasPassword: boolean }) {
  const { auth } = useSignInWords();
  const words = useSecurityWords();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const [done, setDone] = useState(false);
  const { busy, problem, problemText, refuse, attempt } = useAttempt();

  const save = async () => {
    if (!password) return refuse({ code: "password_missing" });
    setDone(false);
    await attempt(async () => {
      const { auth: service } = await sessionClient();
      const { error } = await service.updateUser({
        password,
        ...(asksCode ? { nonce: code } : {}),
      });
      if (error?.code === "reauthentication_needed") {
        goodAnswer(await service.reauthenticate());
        setAsksCode(true);
        return undefined;
      }
      if (error) throw error;
      setDone(true);
      setPassword("");
      setCode("");
      setAsksCode(false);
      return undefined;
    });
  };

  const isCodeWrong = problem?.code === "reauthentication_not_valid";
  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.password}</h2>
      {hasPassword ? null : <p className="text-sm text-muted">{words.noPassword}</p>}
      {done ? <Notice tone="success">{words.passwordSaved}</Notice> : null}
      <PageForm onSubmit={save}>
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
          {hasPassword ? words.savePassword : words.setPassword}
        </Button>
      </PageForm>
    </section>
  );
}
