import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useUndeliveredWords } from "#app/admin/mails/messages/undelivered.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import type { UndeliveredOrder } from "#shop/orders/mails/undelivered-mail.ts";

/** Orders whose mails came back, each with the way to its page, where staff call or correct the address. */
export function UnreachableBuyers({ orders }: { orders: readonly UndeliveredOrder[] }) {
  const { list: words, why } = useUndeliveredWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="unreachable" className="grid gap-3">
      <h2 id="unreachable" className="text-lg">
        {words.title}
      </h2>
      <p className="max-w-[72ch] text-muted">{words.lead}</p>
      <ul className="grid gap-3">
        {orders.map(({ id, number, recipient, bounce, mails, since }) => (
          <li key={id} className="grid gap-1 border border-rule p-4">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <PermittedLink
                permission="orders.read"
                to={to(`/admin/Orders/${id}`)}
                className="link figures font-semibold"
              >
                {number}
              </PermittedLink>
              <span className="grow">{recipient}</span>
              <span className="text-muted">{formatMoment(since, language, zone)}</span>
            </p>
            <p>
              {mails > 0 ? `${words.mails(mails)}. ` : ""}
              {why[bounce]}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
