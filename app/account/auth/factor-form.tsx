import { useRef, useState } from "react";
import { sessionClient } from "#app/browser/session.client.ts";
import { useSignInWords } from "#app/messages/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { CodeField, codeLength } from "./code-field.tsx";
import { goodAnswer, useAttempt } from "./use-attempt.ts";

/** The second step of signing in: the code that an app on the phone shows now. */
export function FactorForm({ onDone, onOther }: { onDone: () => void; onOther: () => void }) {
  const { factor: words } = useSignInWords();
  const [code, setCode] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();
  const input = useRef<HTMLInputElement>(null);

  const verify = async (digits: string) => {
    if (digits.length !== codeLength) return refuse({ code: "code_incomplete" });
    const isRight = await attempt(async () => {
      const { auth } = await sessionClient();
      const { totp } = goodAnswer(await auth.mfa.listFactors());
      let refused: unknown;
      // Whichever app the code is from: there are few, and each has a name only its owner knows.
      for (const { id: factorId } of totp) {
        const answer = await auth.mfa.challengeAndVerify({ factorId, code: digits });
        if (!answer.error) {
          onDone();
          return "leaving";
        }
        refused = answer.error;
      }
      throw refused;
    });
    if (isRight === false) input.current?.select();
  };

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void verify(code);
      }}
    >
      <p>{words.lead}</p>
      <CodeField
        label={words.label}
        error={problemText}
        value={code}
        onChange={setCode}
        onComplete={(digits) => void verify(digits)}
        input={input}
      />
      <Button type="submit" busy={busy} wide>
        {words.confirm}
      </Button>
      <button type="button" className="link min-h-11 justify-self-start text-sm" onClick={onOther}>
        {words.other}
      </button>
    </form>
  );
}

/** Whether the session of this device still lacks its second step. */
export async function needsFactor(): Promise<boolean> {
  const { auth } = await sessionClient();
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2";
}
