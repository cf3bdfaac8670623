import { useRef, useState } from "react";
import { sessionClient } from "#app/browser/session.client.ts";
import { useSignInWords } from "#app/messages/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { CodeField, codeLength } from "./code-field.tsx";
import type { OwnFactor } from "./factor-form.tsx";
import { useAttempt } from "./use-attempt.ts";

interface AppCodeFormProps {
  apps: readonly OwnFactor[];
  /** What the press does, where that is not signing in. */
  button?: string;
  onDone: () => void;
}

/** The code that an app shows now; the last digit sends it. */
export function AppCodeForm({ apps, button, onDone }: AppCodeFormProps) {
  const { factor: words } = useSignInWords();
  const [code, setCode] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();
  const input = useRef<HTMLInputElement>(null);

  const verify = async (digits: string) => {
    if (digits.length !== codeLength) return refuse({ code: "code_incomplete" });
    const isRight = await attempt(async () => {
      const { auth } = await sessionClient();
      let refused: unknown;
      // Whichever app the code is from: there are few, and each has a name only its owner knows.
      for (const { id: factorId } of apps) {
        const { error } = await auth.mfa.challengeAndVerify({ factorId, code: digits });
        if (!error) {
          onDone();
          return "leaving";
        }
        refused = error;
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
        {button ?? words.confirm}
      </Button>
    </form>
  );
}
