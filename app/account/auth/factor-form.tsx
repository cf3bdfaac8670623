import { useRef, useState } from "react";
import { sessionClient } from "#app/browser/session.client.ts";
import { useAccountWords } from "#app/messages/account.ts";
import { Button } from "#app/ui/button.tsx";
import { type AuthProblem, problemOf, useProblemText } from "./auth-problem.ts";
import { CodeField, codeLength } from "./code-field.tsx";

/** The second step of signing in: the code that an app on the phone shows now. */
export function FactorForm({ onDone, onOther }: { onDone: () => void; onOther: () => void }) {
  const { factor: words } = useAccountWords();
  const textOf = useProblemText();
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const verify = async (digits: string) => {
    if (busy) return;
    if (digits.length !== codeLength) return setProblem({ code: "code_incomplete" });
    setBusy(true);
    setProblem(null);
    try {
      const { auth } = await sessionClient();
      const { data, error } = await auth.mfa.listFactors();
      if (error) throw error;
      let refused: unknown;
      // Whichever app the code is from: there are few, and each has a name only its owner knows.
      for (const { id: factorId } of data.totp) {
        const answer = await auth.mfa.challengeAndVerify({ factorId, code: digits });
        if (!answer.error) return onDone();
        refused = answer.error;
      }
      throw refused;
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
      input.current?.select();
    }
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
        error={problem ? textOf(problem) : undefined}
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
