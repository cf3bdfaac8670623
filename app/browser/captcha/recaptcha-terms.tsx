import { useCaptchaWords } from "#app/messages/shared/captcha.ts";

/** What the hidden badge would say; its maker asks for these words instead. */
export function RecaptchaTerms() {
  const words = useCaptchaWords();
  return (
    <p className="text-sm text-muted">
      {words.before}{" "}
      <a className="link" href="https://policies.google.com/privacy">
        {words.policy}
      </a>{" "}
      {words.and}{" "}
      <a className="link" href="https://policies.google.com/terms">
        {words.terms}
      </a>
      .
    </p>
  );
}
