import { useOutcomeWords } from "#app/account/success/messages/outcome.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";

/** What a buyer lacks for signing in again: `account` for a guest, `password` for somebody who came by a code. */
export type Lacking = "account" | "password";

/** After the purchase, where it costs no sale: an account for a guest, a password for somebody who has none. */
export function LaterSignIn({ lacking }: { lacking: Lacking }) {
  const { later } = useOutcomeWords();
  const to = useLocalPath();
  const { text, action } = later[lacking];
  return (
    <p className="max-w-[60ch] border-l-2 border-rule pl-4 text-sm">
      {text}{" "}
      <Link
        className="link font-semibold"
        to={to(lacking === "account" ? "/dashboard/Details" : "/dashboard/Security")}
      >
        {action}
      </Link>
    </p>
  );
}
