import { useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { askAuth } from "./auth-endpoint.ts";
import { CodeField } from "./code-field.tsx";
import { PageForm } from "./page-form.tsx";
import { PasswordInput } from "./password-input.tsx";
import { SecondStep } from "./second-step.tsx";
import { goodAnswer, useAttempt } from "./use-attempt.ts";

interface ReauthenticateFormProps {
  keys: SignInKeys;
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Reauthentication before an irreversible action: the second step where there is one, then the password, or a code by
 * message where there is none.
 */
export function ReauthenticateForm({ keys, onDone, onCancel }: ReauthenticateFormProps) {
  const words = useSecurityWords();
  const [isStepDone, setIsStepDone] = useState(keys.factors.length === 0);
  if (isStepDone) return <KnowledgeForm keys={keys} onDone={onDone} onCancel={onCancel} />;
  const apps = keys.factors.filter(({ kind }) => kind === "app");
  const phones = keys.factors
    .filter(({ kind }) => kind === "phone")
    .map(({ id, digits }) => ({ id, phone: digits ?? "" }));
  const next = () => setIsStepDone(true);
  const cancel = (
    <Button look="bare" className="justify-self-start" onClick={onCancel}>
      {words.cancel}
    </Button>
  );
  return (
    <div className="border-t border-rule pt-4">
      <SecondStep apps={apps} phones={phones} button={words.goOn} beside={cancel} onDone={next} />
    </div>
  );
}

function KnowledgeForm({ keys, onDone, onCancel }: ReauthenticateFormProps) {
  const words = useSecurityWords();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isSent, setIsSent] = useState(false);
  const { busy, problemText, refuse, attempt } = useAttempt();

  const send = () =>
    attempt(async () => {
      const { auth } = await sessionClient();
      goodAnswer(await auth.reauthenticate());
      setIsSent(true);
      return undefined;
    });
  const prove = (proof: { password: string } | { nonce: string }) =>
    attempt(async () => {
      await askAuth("POST", "/reauthenticate", proof);
      onDone();
      return "leaving";
    });
  const submit = () => {
    if (keys.has_password) {
      return password ? prove({ password }) : refuse({ code: "password_missing" });
    }
    return isSent ? prove({ nonce: code }) : send();
  };

  return (
    <PageForm isOpened onSubmit={submit}>
      {keys.has_password ? (
        <Field label={words.yourPassword} hint={words.proveHint} error={problemText}>
          {(parts) => (
            <PasswordInput
              {...parts}
              autoComplete="current-password"
              required
              autoFocus
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      ) : isSent ? (
        <CodeField
          label={words.messageCode}
          hint={words.messageCodeHint}
          error={problemText}
          value={code}
          onChange={setCode}
          onComplete={(nonce) => void prove({ nonce })}
        />
      ) : (
        <>
          <p>{words.proveByCode}</p>
          {problemText ? <Notice tone="error">{problemText}</Notice> : null}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {keys.has_password || isSent ? words.goOn : words.sendCode}
        </Button>
        <Button look="bare" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </PageForm>
  );
}
