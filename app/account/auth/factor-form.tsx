import { useEffect, useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { AppCodeForm, type OwnFactor } from "#app/ui/domain/proof/app-code-form.tsx";
import { PhoneCodeForm } from "#app/ui/domain/proof/phone-code-form.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { RecoveryCodeForm } from "./recovery-code-form.tsx";

interface OwnFactors {
  readonly apps: readonly OwnFactor[];
  readonly phones: readonly OwnFactor[];
}

type Way = "app" | "phone" | "recovery";

/** The second step of signing in: a code from an app or a text message, or one that was written down. */
export function FactorForm({ onDone, onOther }: { onDone: () => void; onOther: () => void }) {
  const { factor: words } = useSignInWords();
  const [factors, setFactors] = useState<OwnFactors | null>(null);
  const [way, setWay] = useState<Way>("app");
  const { problemText, attempt } = useAttempt();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step comes
  useEffect(() => {
    void attempt(async () => {
      const { auth } = await sessionClient();
      const { totp, phone } = goodAnswer(await auth.mfa.listFactors());
      setFactors({ apps: totp, phones: phone });
      setWay(totp.length > 0 ? "app" : "phone");
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
  const options: readonly Way[] = [
    ...(factors.apps.length > 0 ? (["app"] as const) : []),
    ...(factors.phones.length > 0 ? (["phone"] as const) : []),
    "recovery",
  ];
  return (
    <div className="grid gap-4">
      {way === "app" ? (
        <AppCodeForm apps={factors.apps} onDone={onDone} />
      ) : way === "phone" ? (
        <PhoneCodeForm phones={factors.phones} onDone={onDone} />
      ) : (
        <RecoveryCodeForm onDone={onDone} />
      )}
      <div className="grid justify-items-start border-t border-rule pt-2 text-sm">
        {options
          .filter((other) => other !== way)
          .map((other) => (
            <button
              key={other}
              type="button"
              className="link min-h-11"
              onClick={() => setWay(other)}
            >
              {words.use[other]}
            </button>
          ))}
        <button type="button" className="link min-h-11" onClick={onOther}>
          {words.other}
        </button>
      </div>
    </div>
  );
}

/** Whether the session of this device still lacks its second step. */
export async function needsFactor(): Promise<boolean> {
  const { auth } = await sessionClient();
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2";
}
