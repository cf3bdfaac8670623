import { useState } from "react";
import { useRevalidator } from "react-router";
import { useAccountWords } from "#app/account/details/messages/account.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { Button } from "#app/ui/button.tsx";
import { PhoneInput } from "#app/ui/domain/contact-inputs.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { formatPhone, normalisePhone } from "#shop/kernel/phone.ts";
import { CodeForm } from "../auth/code-form.tsx";
import { useFocusBack } from "../focus-back.ts";

/**
 * The number to sign in with. The account confirms by reauthentication, the new number by a code that is sent to it.
 */
export function PhoneChange({ keys }: { keys: SignInKeys }) {
  const { details: words } = useAccountWords();
  const { revalidate } = useRevalidator();
  const [step, setStep] = useState<"shown" | "proving" | "asking" | "code" | "done">("shown");
  const [typed, setTyped] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();
  const phone = normalisePhone(typed) ?? "";
  const isShown = step === "shown" || step === "done";
  const opener = useFocusBack(!isShown);
  const close = () => setStep("shown");

  const send = async () => {
    const { auth } = await sessionClient();
    return auth.updateUser({ phone });
  };
  const submit = () => {
    if (!phone) return refuse({ code: "phone_invalid" });
    return attempt(async () => {
      goodAnswer(await send());
      setStep("code");
      return undefined;
    });
  };

  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.signInPhone}</h2>
      {step === "done" ? <Notice tone="success">{words.phoneSaved}</Notice> : null}
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span>{keys.phone ? formatPhone(keys.phone) : words.noPhone}</span>
        {isShown ? (
          <Button ref={opener} look="quiet" onClick={() => setStep("proving")}>
            {keys.phone ? words.changePhone : words.addPhone}
          </Button>
        ) : null}
      </p>
      {step === "proving" ? (
        <ReauthenticateForm keys={keys} onDone={() => setStep("asking")} onCancel={close} />
      ) : step === "asking" ? (
        <PageForm isOpened onSubmit={submit}>
          <Field label={words.newPhone} hint={words.newPhoneHint} error={problemText}>
            {(parts) => (
              <PhoneInput
                {...parts}
                autoFocus
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy}>
              {words.sendCode}
            </Button>
            <Button look="bare" onClick={close}>
              {words.cancel}
            </Button>
          </div>
        </PageForm>
      ) : step === "code" ? (
        <CodeForm
          contact={{ phone }}
          purpose="phone_change"
          resend={send}
          onDone={() => {
            setStep("done");
            void revalidate();
          }}
          onOther={() => setStep("asking")}
        />
      ) : null}
    </section>
  );
}
