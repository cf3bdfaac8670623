import { useFetcher } from "react-router";
import { forgetDesigns } from "#app/browser/cart/device-designs.ts";
import { deviceName } from "#app/browser/device-name.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { Button } from "#app/ui/button.tsx";
import { useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Pill } from "#app/ui/pill.tsx";
import type { OwnSession } from "#shop/customers/sessions.server.ts";
import { leaveCartWithAccount } from "../cart/leave-cart.client.ts";

/** Where the customer is signed in, and how to end that elsewhere. */
export function Sessions({ sessions, guest }: { sessions: readonly OwnSession[]; guest: boolean }) {
  const words = useSecurityWords();
  const language = useLanguage();
  const zone = useShopZone();
  const fetcher = useFetcher();
  const to = useLocalPath();
  const { busy, problemText, attempt } = useAttempt();
  const signOutEverywhere = () =>
    attempt(async () => {
      if (!guest) {
        await leaveCartWithAccount(to("/dashboard/Cart"));
        forgetDesigns();
      }
      const { auth } = await sessionClient();
      const { error } = await auth.signOut({ scope: "global" });
      if (error) throw error;
      location.assign(to("/Auth"));
      return "leaving";
    });
  const others = sessions.filter((session) => !session.is_current);
  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.sessions}</h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span>
              <b className="block font-semibold">
                {deviceName(session.user_agent) ?? words.unknownSession}
              </b>
              <span className="text-sm text-muted">
                {words.lastUsed(formatMoment(session.last_used_at, language, zone))}
              </span>
            </span>
            {session.is_current ? (
              <Pill copy="green" icon="check">
                {words.thisSession}
              </Pill>
            ) : (
              <fetcher.Form method="post">
                <input type="hidden" name="id" value={session.id} />
                <Button look="quiet" type="submit" name="intent" value="end">
                  {words.signOut}
                </Button>
              </fetcher.Form>
            )}
          </li>
        ))}
      </ul>
      {problemText ? <Notice tone="error">{problemText}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        {others.length > 0 ? (
          <fetcher.Form method="post">
            <Button look="quiet" type="submit" name="intent" value="end-others">
              {words.signOutOthers}
            </Button>
          </fetcher.Form>
        ) : null}
        <Button look="danger" busy={busy} onClick={() => void signOutEverywhere()}>
          {words.signOutAll}
        </Button>
      </div>
    </section>
  );
}
