import { useFetcher } from "react-router";
import { parkedMailWords, useParkedMailWords } from "#app/admin/mails/messages/parked-mails.ts";
import { languageOf, useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { isUuid } from "#base/uuid.ts";
import { listParkedMails, sendParkedMail } from "#shop/consent/parked-mails.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { sumRecovered } from "#shop/mailing/cart-reminders/recovered-orders.server.ts";
import { listUnreachable } from "#shop/orders/mails/undelivered-mails.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/mails";
import { UnreachableBuyers } from "./unreachable-buyers.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = parkedMailWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const [mails, recovered, unreachable] = await Promise.all([
    listParkedMails(staff),
    sumRecovered(staff),
    listUnreachable(staff),
  ]);
  return { mails, recovered, unreachable };
}

export async function action({ request, context }: Route.ActionArgs) {
  const id = (await readForm(request)).get("id");
  if (!isUuid(id)) return { isSent: false };
  return { isSent: (await sendParkedMail(staffWith(context, "mail.send"), id)).ok };
}

/** Mails and text messages that did not get through, and a button to try again. */
export default function ParkedMails({ loaderData }: Route.ComponentProps) {
  const { mails, recovered, unreachable } = loaderData;
  const words = useParkedMailWords();
  const language = useLanguage();
  const zone = useShopZone();
  const fetcher = useFetcher<typeof action>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <h1 tabIndex={-1} className="text-2xl">
        {words.title}
      </h1>
      {fetcher.data ? (
        <Notice tone={fetcher.data.isSent ? "success" : "warning"}>
          {fetcher.data.isSent ? words.sent : words.gone}
        </Notice>
      ) : null}
      {recovered.orders > 0 ? (
        <p>{words.recovered(recovered.orders, formatRupiah(recovered.total))}</p>
      ) : null}
      <UnreachableBuyers orders={unreachable} />
      {mails.length === 0 && unreachable.length > 0 ? null : mails.length === 0 ? (
        <EmptyState title={words.none}>{words.noneText}</EmptyState>
      ) : (
        <>
          <p className="max-w-[72ch] text-muted">{words.lead}</p>
          <ul className="grid gap-3">
            {mails.map((mail) => (
              <li key={mail.id} className="grid gap-2 border border-rule p-4">
                <p className="flex flex-wrap justify-between gap-x-4">
                  <b>{mail.subject || mail.kind.toUpperCase()}</b>
                  <span className="text-muted">
                    {formatMoment(mail.created_at, language, zone)}
                  </span>
                </p>
                <p>{mail.to}</p>
                <p className="text-stamp">{mail.reason}</p>
                <p className="text-muted">{words.tries(mail.attempts)}</p>
                <fetcher.Form method="post">
                  <input type="hidden" name="id" value={mail.id} />
                  <Button
                    type="submit"
                    look="quiet"
                    icon="rotate-ccw"
                    aria-label={words.againTo(mail.to)}
                    busy={fetcher.state !== "idle"}
                  >
                    {words.again}
                  </Button>
                </fetcher.Form>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
