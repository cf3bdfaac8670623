import { useLayoutEffect, useRef, useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { askAuth } from "./auth-endpoint.ts";
import { PageForm } from "./page-form.tsx";
import type { SecondStepProps } from "./second-step-form.tsx";
import { goodAnswer, useAttempt } from "./use-attempt.ts";

/** One of the codes that were written down when the second step was set up; each is good once. */
export function RecoveryCodeForm({ button, beside, onDone }: SecondStepProps) {
  const { factor: words } = useSignInWords();
  const [code, setCode] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);

  const verify = async () => {
    if (!code.trim()) return refuse({ code: "recovery_code_missing" });
    const isRight = await attempt(async () => {
      const { auth } = await sessionClient();
      const session = await askAuth<{ access_token: string; refresh_token: string }>(
        "POST",
        "/recovery-codes/verify",
        { code },
      );
      goodAnswer(await auth.setSession(session));
      onDone();
      return "leaving";
    });
    if (isRight === false) input.current?.select();
  };

  return (
    <PageForm onSubmit={verify}>
      <p>{words.recoveryLead}</p>
      <Field label={words.recoveryLabel} hint={words.recoveryHint} error={problemText}>
        {(parts) => (
          <TextInput
            {...parts}
            ref={input}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            className="figures text-lg tracking-widest uppercase"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} wide={!button}>
          {button ?? words.confirm}
        </Button>
        {beside}
      </div>
    </PageForm>
  );
}
