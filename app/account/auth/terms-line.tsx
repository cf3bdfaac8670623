import { Link } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";

/** The terms that a new account accepts. */
export function TermsLine() {
  const { auth } = useSignInWords();
  const to = useLocalPath();
  return (
    <p className="text-sm text-muted">
      {auth.terms}{" "}
      <Link className="link" to={to("/TermsAndConditions")}>
        {auth.termsLink}
      </Link>{" "}
      {auth.and}{" "}
      <Link className="link" to={to("/PrivacyPolicy")}>
        {auth.privacyLink}
      </Link>
      .
    </p>
  );
}
