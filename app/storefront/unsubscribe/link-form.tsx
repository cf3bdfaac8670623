import { RecaptchaTerms } from "#app/browser/captcha/recaptcha-terms.tsx";
import { useCaptchaForm } from "#app/browser/captcha/use-captcha-form.ts";
import { useUnsubscribeWords } from "#app/messages/unsubscribe.ts";
import { wordsFor } from "#app/messages/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { UnsubscribeAnswer } from "./unsubscribe-action.server.ts";

interface LinkFormProps {
  /** They came with a link, and it is none of ours. */
  isBroken: boolean;
  siteKey: string | undefined;
  posted: UnsubscribeAnswer | undefined;
}

/** For whoever came without a link. The answer never tells whether the address is known. */
export function LinkForm({ isBroken, siteKey, posted }: LinkFormProps) {
  const words = useUnsubscribeWords();
  const { form, send, answer, failure, checking, busy, onChange } =
    useCaptchaForm<UnsubscribeAnswer>({
      action: "unsubscribe_link",
      siteKey,
      posted,
      isDone: (told) => told.linkSent === true,
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
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={send}
      onChange={onChange}
      className="grid max-w-md gap-5"
    >
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
        {(parts) => (
          <TextInput
            {...parts}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            maxLength={254}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" icon="mail" busy={busy}>
          {words.send}
        </Button>
        <p role="status" className="text-sm text-muted">
          {checking ? words.checking : null}
        </p>
      </div>
      {siteKey ? <RecaptchaTerms /> : null}
    </form>
  );
}
