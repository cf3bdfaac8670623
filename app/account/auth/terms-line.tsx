import { Link } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";

/** What somebody agrees to by making an account. */
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
