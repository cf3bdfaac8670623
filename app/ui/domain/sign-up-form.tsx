import { useLocalPath } from "#app/language.ts";
import { useSignUpWords } from "#app/messages/shared/sign-up.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailInput } from "./contact-inputs.tsx";

/** The footer's form for the mailing list: a plain form, which works without scripts. */
export function SignUpForm() {
  const words = useSignUpWords();
  const to = useLocalPath();
  return (
    <div className="border-y border-rule">
      <form
        method="post"
        action={to("/Subscribe")}
        // The server validates the address and shows its own error texts, in place of the browser's.
        noValidate
        className="page grid gap-x-10 gap-y-2 pt-8 pb-6 md:grid-cols-[2fr_1fr_1fr]"
      >
        <div>
          <label htmlFor="sign-up" className="text-lg font-semibold">
            {words.footer}
          </label>
          <p className="text-sm text-muted">{words.lead}</p>
        </div>
        <div className="grid gap-1.5 md:col-span-2">
          <div className="flex gap-2">
            <EmailInput
              id="sign-up"
              name="email"
              placeholder={words.example}
              aria-describedby="sign-up-consent"
            />
            <Button type="submit">{words.join}</Button>
          </div>
          <p id="sign-up-consent" className="text-sm text-muted">
            {words.consent}
          </p>
        </div>
      </form>
    </div>
  );
}
