import { useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { PasswordInput } from "#app/ui/domain/proof/password-input.tsx";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";

/** Sets a new password. The service requires reauthentication unless this session reauthenticated in the last ten minutes. */
export function PasswordChange({ keys }: { keys: SignInKeys }) {
  const { auth } = useSignInWords();
  const words = useSecurityWords();
  const [password, setPassword] = useState("");
  const [isReauthenticating, setIsReauthenticating] = useState(false);
  const [done, setDone] = useState(false);
  const { busy, problemText, refuse, attempt } = useAttempt();

  const save = async () => {
    if (!password) return refuse({ code: "password_missing" });
    setDone(false);
    await attempt(async () => {
      const { auth: service } = await sessionClient();
      const { error } = await service.updateUser({ password });
      setIsReauthenticating(error?.code === "reauthentication_needed");
      if (error?.code === "reauthentication_needed") return undefined;
      if (error) throw error;
      setDone(true);
      setPassword("");
      return undefined;
    });
  };

  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.password}</h2>
      {keys.has_password ? null : <p className="text-sm text-muted">{words.noPassword}</p>}
      {done ? <Notice tone="success">{words.passwordSaved}</Notice> : null}
      <PageForm onSubmit={save}>
        <Field label={auth.newPassword} hint={auth.passwordHint} error={problemText}>
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
        {isReauthenticating ? null : (
          <Button type="submit" busy={busy} className="justify-self-start">
            {keys.has_password ? words.savePassword : words.setPassword}
          </Button>
        )}
      </PageForm>
      {isReauthenticating ? (
        <ReauthenticateForm
          keys={keys}
          onDone={() => void save()}
          onCancel={() => setIsReauthenticating(false)}
        />
      ) : null}
    </section>
  );
}
