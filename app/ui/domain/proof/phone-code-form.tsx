import { useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { OwnFactor } from "./app-code-form.tsx";
import { SecondStepForm, type SecondStepProps } from "./second-step-form.tsx";
import { goodAnswer, useAttempt } from "./use-attempt.ts";

interface Challenge {
  readonly factorId: string;
  readonly challengeId: string;
  readonly to: string;
}

interface PhoneCodeFormProps extends SecondStepProps {
  phones: readonly OwnFactor[];
}

/** A code by text message, sent when it is asked for: each one costs the shop something. */
export function PhoneCodeForm({ phones, ...form }: PhoneCodeFormProps) {
  const { factor: words, code: codeWords } = useSignInWords();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const { busy, problemText, attempt } = useAttempt();

  const send = ({ id: factorId, phone = "" }: OwnFactor) =>
    attempt(async () => {
      const { auth } = await sessionClient();
      const { id } = goodAnswer(await auth.mfa.challenge({ factorId, channel: "sms" }));
      setChallenge({ factorId, challengeId: id, to: lastDigits(phone) });
      return undefined;
    });

  if (!challenge) {
    return (
      <div className="grid gap-4">
        <p>{words.phoneLead}</p>
        {problemText ? <Notice tone="error">{problemText}</Notice> : null}
        {phones.map((factor) => (
          <Button key={factor.id} wide busy={busy} onClick={() => void send(factor)}>
            {words.sendTo(lastDigits(factor.phone ?? ""))}
          </Button>
        ))}
        {form.beside}
      </div>
    );
  }
  const { factorId, challengeId, to } = challenge;
  const verify = async (code: string) => {
    const { auth } = await sessionClient();
    goodAnswer(await auth.mfa.verify({ factorId, challengeId, code }));
  };
  return (
    <SecondStepForm
      {...form}
      lead={codeWords.sentBySms(to)}
      label={codeWords.label}
      verify={verify}
    >
      <button
        type="button"
        className="link min-h-11 justify-self-start text-sm"
        onClick={() => setChallenge(null)}
      >
        {words.sendAnother}
      </button>
    </SecondStepForm>
  );
}

/** Enough to recognise an own number, without revealing it. */
export function lastDigits(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}
