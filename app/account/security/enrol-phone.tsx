import { useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { PhoneInput } from "#app/ui/domain/contact-inputs.tsx";
import { CodeField, codeLength } from "#app/ui/domain/proof/code-field.tsx";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { formatPhone, normalisePhone } from "#shop/kernel/phone.ts";
import { EnrolForm } from "./enrol-form.tsx";
import { removeUnverifiedFactors, useAbandon } from "./remove-unverified-factors.ts";

interface Enrolment {
  readonly id: string;
  readonly challengeId: string;
  readonly phone: string;
}

interface EnrolPhoneProps {
  keys: SignInKeys;
  onDone: () => void;
  onCancel: () => void;
}

/** Adds a phone number: the number, then the code that was sent to it. An old session reauthenticates first. */
export function EnrolPhone({ keys, onDone, onCancel }: EnrolPhoneProps) {
  const words = useSecurityWords();
  const { code: codeWords } = useSignInWords();
  const [typed, setTyped] = useState("");
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [code, setCode] = useState("");
  const [isReauthenticating, setIsReauthenticating] = useState(false);
  const { busy, problemText, refuse, attempt } = useAttempt();

  const begin = () => {
    const phone = normalisePhone(typed);
    if (!phone) return refuse({ code: "phone_invalid" });
    return attempt(async () => {
      const { auth } = await sessionClient();
      const friendlyName = formatPhone(phone);
      await removeUnverifiedFactors(friendlyName);
      const answer = await auth.mfa.enroll({ factorType: "phone", phone, friendlyName });
      if (answer.error?.code === "reauthentication_needed") {
        setIsReauthenticating(true);
        return undefined;
      }
      const { id } = goodAnswer(answer);
      const challenge = await auth.mfa.challenge({ factorId: id, channel: "sms" });
      if (challenge.error) {
        await auth.mfa.unenroll({ factorId: id });
        throw challenge.error;
      }
      setEnrolment({ id, challengeId: challenge.data.id, phone: friendlyName });
      return undefined;
    });
  };
  const prove = async (digits: string) => {
    if (!enrolment) return;
    if (digits.length !== codeLength) return refuse({ code: "code_incomplete" });
    await attempt(async () => {
      const { auth } = await sessionClient();
      const { id: factorId, challengeId } = enrolment;
      goodAnswer(await auth.mfa.verify({ factorId, challengeId, code: digits }));
      onDone();
      return "leaving";
    });
  };
  useAbandon(enrolment?.id);

  if (isReauthenticating) {
    const onReauthenticated = () => {
      setIsReauthenticating(false);
      void begin();
    };
    return <ReauthenticateForm keys={keys} onDone={onReauthenticated} onCancel={onCancel} />;
  }
  return (
    <EnrolForm
      button={enrolment ? words.prove : words.sendCode}
      busy={busy}
      onSubmit={() => void (enrolment ? prove(code) : begin())}
      onCancel={onCancel}
    >
      {enrolment ? (
        <>
          <p>{codeWords.sentBySms(enrolment.phone)}</p>
          <CodeField
            label={codeWords.label}
            error={problemText}
            value={code}
            onChange={setCode}
            onComplete={(digits) => void prove(digits)}
          />
        </>
      ) : (
        <Field label={words.phone} hint={words.phoneHint} error={problemText}>
          {(parts) => (
            <PhoneInput
              {...parts}
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
    </EnrolForm>
  );
}
