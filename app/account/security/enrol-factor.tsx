import { useState } from "react";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { CopyButton } from "#app/ui/domain/copy-button.tsx";
import { CodeField, codeLength } from "#app/ui/domain/proof/code-field.tsx";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { EnrolForm } from "./enrol-form.tsx";
import { removeUnverifiedFactors, useAbandon } from "./remove-unverified-factors.ts";

interface Enrolment {
  readonly id: string;
  readonly qr: string;
  readonly secret: string;
  /** `otpauth://totp/…` */
  readonly uri: string;
}

interface EnrolFactorProps {
  keys: SignInKeys;
  onDone: () => void;
  onCancel: () => void;
}

/** Adds an authenticator app: its name, the QR code or the secret, then the first code. An old session reauthenticates first. */
export function EnrolFactor({ keys, onDone, onCancel }: EnrolFactorProps) {
  const words = useSecurityWords();
  const { copied } = usePaymentWords();
  const [name, setName] = useState("");
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [code, setCode] = useState("");
  const [isReauthenticating, setIsReauthenticating] = useState(false);
  const { busy, problemText, refuse, attempt } = useAttempt();

  const begin = () =>
    attempt(async () => {
      const { auth } = await sessionClient();
      const friendlyName = name.trim() || words.unnamed;
      await removeUnverifiedFactors(friendlyName);
      const answer = await auth.mfa.enroll({ factorType: "totp", friendlyName });
      if (answer.error?.code === "reauthentication_needed") {
        setIsReauthenticating(true);
        return undefined;
      }
      const { id, totp } = goodAnswer(answer);
      setEnrolment({ id, qr: totp.qr_code, secret: totp.secret, uri: totp.uri });
      return undefined;
    });
  const prove = async (digits: string) => {
    if (!enrolment) return;
    if (digits.length !== codeLength) return refuse({ code: "code_incomplete" });
    await attempt(async () => {
      const { auth } = await sessionClient();
      goodAnswer(await auth.mfa.challengeAndVerify({ factorId: enrolment.id, code: digits }));
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
  if (!enrolment) {
    return (
      <EnrolForm button={words.begin} busy={busy} onSubmit={() => void begin()} onCancel={onCancel}>
        <Field label={words.factorName} hint={words.factorNameHint} error={problemText}>
          {(parts) => (
            <TextInput
              {...parts}
              value={name}
              maxLength={40}
              autoComplete="off"
              autoFocus
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </EnrolForm>
    );
  }
  return (
    <EnrolForm
      button={words.prove}
      busy={busy}
      onSubmit={() => void prove(code)}
      onCancel={onCancel}
    >
      <p>{words.scan}</p>
      <div className="flex flex-wrap items-center gap-5">
        {enrolment.qr ? (
          <img
            src={enrolment.qr}
            alt={words.qr}
            width={176}
            height={176}
            className="bg-white p-2"
          />
        ) : (
          <Skeleton className="size-44" />
        )}
        <div className="grid min-w-0 justify-items-start gap-1 text-sm">
          <span className="text-muted">{words.secret}</span>
          <code className="figures flex flex-wrap gap-x-2.5 text-base select-all">
            {(enrolment.secret.match(/.{1,4}/g) ?? []).map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part may come twice
              <span key={index}>{part}</span>
            ))}
          </code>
          <CopyButton text={enrolment.secret} label={words.copySecret} copied={copied} />
          {/* A phone cannot scan a QR code on its own screen. */}
          <a href={enrolment.uri} className="link hidden min-h-11 items-center pointer-coarse:flex">
            {words.openInApp}
          </a>
        </div>
      </div>
      <CodeField
        label={words.firstCode}
        error={problemText}
        value={code}
        onChange={setCode}
        onComplete={(digits) => void prove(digits)}
      />
      <Notice>{words.keepSecret}</Notice>
    </EnrolForm>
  );
}
