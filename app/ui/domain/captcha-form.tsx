import type { ReactNode } from "react";
import { RecaptchaTerms } from "#app/browser/captcha/recaptcha-terms.tsx";
import type { useCaptchaForm } from "#app/browser/captcha/use-captcha-form.ts";
import { Button } from "#app/ui/button.tsx";

interface CaptchaFormProps {
  state: Pick<ReturnType<typeof useCaptchaForm>, "form" | "send" | "checking" | "busy" | "onInput">;
  /** Of the captcha service, where the shop uses one: then its terms are shown. */
  siteKey: string | undefined;
  words: { readonly send: string; readonly checking: string };
  /** Beside the button as long as nothing is checked. */
  note?: string;
  className?: string;
  children: ReactNode;
}

/** A form that `useCaptchaForm` sends: its fields, then the button and how far it is. */
export function CaptchaForm({
  state,
  siteKey,
  words,
  note,
  className,
  children,
}: CaptchaFormProps) {
  return (
    <form
      ref={state.form}
      method="post"
      noValidate
      onSubmit={state.send}
      onInput={state.onInput}
      className={`grid gap-5 ${className ?? ""}`}
    >
      {children}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" icon="mail" busy={state.busy}>
          {words.send}
        </Button>
        <p role="status" className="text-sm text-muted">
          {state.checking ? words.checking : note}
        </p>
      </div>
      {siteKey ? <RecaptchaTerms /> : null}
    </form>
  );
}
