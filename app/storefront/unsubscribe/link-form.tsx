import { useCaptchaForm } from "#app/browser/captcha/use-captcha-form.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { useUnsubscribeWords } from "#app/storefront/unsubscribe/messages/unsubscribe.ts";
import { CaptchaForm } from "#app/ui/domain/captcha-form.tsx";
import { EmailInput } from "#app/ui/domain/contact-inputs.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { UnsubscribeAnswer } from "./unsubscribe-action.server.ts";

interface LinkFormProps {
  /** The visitor's link is invalid. */
  isBroken: boolean;
  siteKey: string | undefined;
  posted: UnsubscribeAnswer | undefined;
}

/** For visitors without a link. The answer never reveals whether the address is known. */
export function LinkForm({ isBroken, siteKey, posted }: LinkFormProps) {
  const words = useUnsubscribeWords();
  const { answer, failure, ...state } = useCaptchaForm<UnsubscribeAnswer>({
    action: "unsubscribe_link",
    siteKey,
    posted,
    isDone: (reply) => reply.linkSent === true,
  });
  if (answer?.linkSent) {
    return (
      <div role="status" className="grid gap-3">
        <h2 className="text-2xl">{words.sentTitle}</h2>
        <p className="max-w-[56ch]">{words.sentText}</p>
      </div>
    );
  }
  const problem = failure ?? answer?.failure;
  return (
    <CaptchaForm state={state} siteKey={siteKey} words={words} className="max-w-md">
      {isBroken ? <Notice tone="warning">{words.brokenTitle}</Notice> : null}
      <h2 className="text-xl">{words.openTitle}</h2>
      <p className="text-muted">{isBroken ? words.brokenText : words.openText}</p>
      {problem ? <Notice tone="error">{words.failures[problem]}</Notice> : null}
      <input type="hidden" name="intent" value="link" />
      <Field
        label={words.email}
        error={
          answer?.emailProblem ? wordsFor(words.errors, answer.emailProblem, "required") : undefined
        }
      >
        {(parts) => <EmailInput {...parts} name="email" />}
      </Field>
    </CaptchaForm>
  );
}
