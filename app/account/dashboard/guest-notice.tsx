import { useLocation } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { useAccountWords } from "#app/messages/account/account.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Warns a guest that they cannot sign in again after signing out. Not shown on the page where that is fixed. */
export function GuestNotice() {
  const { dashboard } = useAccountWords();
  const to = useLocalPath();
  const details = to("/dashboard/Details");
  if (useLocation().pathname === details) return null;
  return (
    <div className="mb-6">
      <Notice
        tone="warning"
        action={
          <Link className="font-semibold underline" to={details}>
            {dashboard.guestKeep}
          </Link>
        }
      >
        {dashboard.guestNotice}
      </Notice>
    </div>
  );
}
