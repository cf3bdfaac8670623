import { useEffect, useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import type { OwnFactor } from "#app/ui/domain/proof/app-code-form.tsx";
import { SecondStep } from "#app/ui/domain/proof/second-step.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

interface OwnFactors {
  readonly apps: readonly OwnFactor[];
  readonly phones: readonly OwnFactor[];
}

/** The second step of signing in: a code from an app or a text message, or one that was written down. */
export function FactorForm({ onDone, onOther }: { onDone: () => void; onOther: () => void }) {
  const { factor: words } = useSignInWords();
  const [factors, setFactors] = useState<OwnFactors | null>(null);
  const { problemText, attempt } = useAttempt();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step comes
  useEffect(() => {
    void attempt(async () => {
      const { auth } = await sessionClient();
      const { totp, phone } = goodAnswer(await auth.mfa.listFactors());
      setFactors({ apps: totp, phones: phone });
      return undefined;
    });
  }, []);

  if (!factors) {
    return problemText ? (
      <Notice tone="error">{problemText}</Notice>
    ) : (
      <Skeleton className="h-28" />
    );
  }
  return (
    <SecondStep apps={factors.apps} phones={factors.phones} onDone={onDone}>
      <button type="button" className="link min-h-11" onClick={onOther}>
        {words.other}
      </button>
    </SecondStep>
  );
}

/** Whether the session of this device still lacks its second step. */
export async function needsFactor(): Promise<boolean> {
  const { auth } = await sessionClient();
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2";
}
