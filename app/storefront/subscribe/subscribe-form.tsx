import { useEffect } from "react";
import { useCaptchaForm } from "#app/browser/captcha/use-captcha-form.ts";
import { useLocalPath } from "#app/language.ts";
import { useSignUpWords } from "#app/messages/shared/sign-up.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { CaptchaForm } from "#app/ui/domain/captcha-form.tsx";
import { EmailInput } from "#app/ui/domain/contact-inputs.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { SignUpAnswer } from "./sign-up-action.server.ts";

interface SubscribeFormProps {
  siteKey: string | undefined;
  /** The answer to a form that was sent without scripts, as the footer's is. */
  posted?: SignUpAnswer | undefined;
}

/** An address and what it is for. What the footer's form sent is checked and sent on without another press. */
export function SubscribeForm({ siteKey, posted }: SubscribeFormProps) {
  const words = useSignUpWords();
  const to = useLocalPath();
  const { answer, failure, ...state } = useCaptchaForm<SignUpAnswer>({
    action: "subscribe",
    path: to("/Subscribe"),
    siteKey,
    posted,
    isDone: (reply) => reply.sent === true,
  });
  const isUnchecked = posted?.isUnchecked === true;
  const { form } = state;
  useEffect(() => {
    if (isUnchecked) form.current?.requestSubmit();
  }, [isUnchecked, form]);

  if (answer?.sent) {
    return (
      <div role="status" className="grid gap-3">
        <h2 className="text-xl">{words.sentTitle}</h2>
        <p className="max-w-[56ch]">{words.sentText}</p>
      </div>
    );
  }
  const problem = failure ?? answer?.failure;
  return (
    <CaptchaForm state={state} siteKey={siteKey} words={words} className="max-w-md">
      {problem ? <Notice tone="error">{words.failures[problem]}</Notice> : null}
      {/* Sent by browsers without scripts alone: with them a captcha comes first. */}
      <noscript>
        <input type="hidden" name="plain" value="1" />
      </noscript>
      <Field
        label={words.email}
        hint={words.consent}
        error={
          answer?.emailProblem ? wordsFor(words.errors, answer.emailProblem, "required") : undefined
        }
      >
        {(parts) => <EmailInput {...parts} name="email" defaultValue={posted?.email} />}
      </Field>
    </CaptchaForm>
  );
}
