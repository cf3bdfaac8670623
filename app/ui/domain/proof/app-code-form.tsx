import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { SecondStepForm, type SecondStepProps } from "./second-step-form.tsx";

export interface OwnFactor {
  readonly id: string;
  readonly friendly_name?: string;
  /** Digits without "+"; empty for an app. */
  readonly phone?: string;
}

/** The code that an app shows now. */
export function AppCodeForm({ apps, ...form }: SecondStepProps & { apps: readonly OwnFactor[] }) {
  const { factor: words } = useSignInWords();

  const verify = async (code: string) => {
    const { auth } = await sessionClient();
    let refused: unknown;
    // Whichever app the code is from: there are few, and each has a name only its owner knows.
    for (const { id: factorId } of apps) {
      const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
      if (!error) return;
      refused = error;
    }
    throw refused;
  };

  return <SecondStepForm {...form} lead={words.lead} label={words.label} verify={verify} />;
}
