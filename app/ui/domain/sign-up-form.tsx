import { useLocalPath } from "#app/language.ts";
import { useSignUpWords } from "#app/messages/shared/sign-up.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailInput } from "./contact-inputs.tsx";

/**
 * The footer's form for the mailing list. The server alone renders it: it is a plain form, so browsers keep its markup and
 * carry no script for it.
 */
export function SignUpForm() {
  const words = useSignUpWords();
  const to = useLocalPath();
  return (
    <div className="border-y border-rule text-sm">
      <form method="post" action={to("/Subscribe")} className="page grid gap-1.5 pt-6">
        <label htmlFor="sign-up" className="text-base font-semibold">
          {words.title}
        </label>
        <div className="flex max-w-lg gap-2">
          <EmailInput id="sign-up" name="email" aria-describedby="sign-up-consent" />
          <Button type="submit">{words.join}</Button>
        </div>
        <p id="sign-up-consent" className="max-w-lg text-muted">
          {words.consent}
        </p>
      </form>
      <p className="page pt-6 pb-3 text-muted">{words.prices}</p>
    </div>
  );
}
