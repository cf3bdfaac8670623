import { useRef, useState } from "react";
import { sessionClient } from "#app/browser/session.client.ts";
import { useSignInWords } from "#app/messages/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { CodeField, codeLength } from "./code-field.tsx";
import type { OwnFactor } from "./factor-form.tsx";
import { goodAnswer, useAttempt } from "./use-attempt.ts";

interface Challenge {
  readonly factorId: string;
  readonly challengeId: string;
  readonly to: string;
}

interface PhoneCodeFormProps {
  phones: readonly OwnFactor[];
  /** What the press does, where that is not signing in. */
  button?: string;
  onDone: () => void;
}

/** A code by text message, sent when it is asked for: each one costs the shop something. */
export function PhoneCodeForm({ phones, button, onDone }: PhoneCodeFormProps) {
  const { factor: words, code: codeWords } = useSignInWords();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [code, setCode] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();
  const input = useRef<HTMLInputElement>(null);

  const send = ({ id: factorId, phone = "" }: OwnFactor) =>
    attempt(async () => {
      const { auth } = await sessionClient();
      const { id } = goodAnswer(await auth.mfa.challenge({ factorId, channel: "sms" }));
      setChallenge({ factorId, challengeId: id, to: lastDigits(phone) });
      return undefined;
    });
  const verify = async (digits: string) => {
    if (!challenge) return;
    if (digits.length !== codeLength) return refuse({ code: "code_incomplete" });
    const isRight = await attempt(async () => {
      const { auth } = await sessionClient();
      const { factorId, challengeId } = challenge;
      goodAnswer(await auth.mfa.verify({ factorId, challengeId, code: digits }));
      onDone();
      return "leaving";
    });
    if (isRight === false) input.current?.select();
  };

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
      </div>
    );
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void verify(code);
      }}
    >
      <p>{codeWords.sentBySms(challenge.to)}</p>
      <CodeField
        label={codeWords.label}
        error={problemText}
        value={code}
        onChange={setCode}
        onComplete={(digits) => void verify(digits)}
        input={input}
      />
      <Button type="submit" busy={busy} wide>
        {button ?? words.confirm}
      </Button>
      <button
        type="button"
        className="link min-h-11 justify-self-start text-sm"
        onClick={() => setChallenge(null)}
      >
        {words.sendAnother}
      </button>
    </form>
  );
}

/** Enough to know one's own number by, and of no use to anybody else. */
export function lastDigits(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}
