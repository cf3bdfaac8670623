import { useCaptchaWords } from "#app/browser/captcha/messages/captcha.ts";

/** The text of the hidden badge, which Google requires in its place. */
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
