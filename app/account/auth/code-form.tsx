import { useEffect, useRef, useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { CodeField, codeLength } from "#app/ui/domain/proof/code-field.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Notice } from "#app/ui/notice.tsx";
import { type Contact, shownContact } from "./contact.ts";

/** The service sends one message a minute to one person. Seconds. */
const resendPause = 60;

interface CodeFormProps {
  contact: Contact;
  /** Purpose of the digits; those of a text message sign in unless they change the number. */
  purpose: "signup" | "recovery" | "email" | "email_change" | "phone_change";
  /** Sends another message. */
  resend: () => Promise<{ error: unknown }>;
  onDone: () => void;
  onOther: () => void;
}

/** Six digits from a message: typed, pasted, or filled in by the phone; the last one sends them. */
export function CodeForm({ contact, purpose, resend, onDone, onOther }: CodeFormProps) {
  const { code: words } = useSignInWords();
  const [code, setCode] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();
  const [resent, setResent] = useState(false);
  const [wait, restart] = useCountdown(resendPause);
  const input = useRef<HTMLInputElement>(null);
  const { email, phone } = contact;

  const verify = async (token: string) => {
    if (token.length !== codeLength) return refuse({ code: "code_incomplete" });
    const isRight = await attempt(async () => {
      const { auth } = await sessionClient();
      const change = purpose === "phone_change";
      const isKnown = change || purpose === "recovery";
      goodAnswer(
        await auth.verifyOtp(
          phone !== undefined
            ? // The client's types lack `recovery` for phone numbers.
              { phone, token, type: (isKnown ? purpose : "sms") as "sms" }
            : { email, token, type: change ? "email" : purpose },
        ),
      );
      onDone();
      return "leaving";
    });
    if (isRight === false) input.current?.select();
  };
  const sendAgain = async () => {
    const isSent = await attempt(async () => {
      const { error } = await resend();
      if (error) throw error;
      return undefined;
    });
    setResent(isSent === true);
    restart();
  };

  const shown = shownContact(contact);
  return (
    <PageForm onSubmit={() => verify(code)}>
      <p className="wrap-anywhere">
        {phone !== undefined ? words.sentBySms(shown) : words.sent(shown)}
      </p>
      {resent ? <Notice tone="success">{words.resent}</Notice> : null}
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
      <p className="text-sm text-muted">{phone !== undefined ? words.noSms : words.spam}</p>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        {wait > 0 ? (
          <p className="flex min-h-11 items-center text-muted tabular-nums">
            {words.resendIn(wait)}
          </p>
        ) : (
          <button type="button" className="link min-h-11" onClick={() => void sendAgain()}>
            {words.resend}
          </button>
        )}
        <button type="button" className="link min-h-11" onClick={onOther}>
          {words.other}
        </button>
      </div>
    </PageForm>
  );
}

/** Seconds left until then, counting down from the moment it is shown. A page in the background wakes up rarely. */
function useCountdown(seconds: number): [number, () => void] {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1_000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return [left, () => setEnd(Date.now() + seconds * 1_000)];
}
