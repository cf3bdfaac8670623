import { useLocation } from "react-router";
import { useAccountWords } from "#app/account/details/messages/account.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Says where a guest finds the order again. Not shown on the page that makes an account of it. */
export function GuestNotice({ email }: { email: string }) {
  const { dashboard } = useAccountWords();
  const to = useLocalPath();
  const details = to("/dashboard/Details");
  if (useLocation().pathname === details) return null;
  return (
    <div className="mt-6">
      <Notice
        action={
          <Link className="font-semibold underline" to={details}>
            {dashboard.guestKeep}
          </Link>
        }
      >
        {dashboard.guestNotice(email)}
      </Notice>
    </div>
  );
}
