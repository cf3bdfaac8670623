import { useCustomerWords } from "#app/admin/customers/messages/customers.ts";
import { Section } from "#app/admin/kit/section.tsx";
import { FulfilmentPill, PaymentPill } from "#app/admin/orders/status-pills.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatRowMoment } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { StaffOrder } from "#shop/orders/list-orders.server.ts";

interface BuyerOrdersProps {
  buyerId: string;
  /** The newest orders of the buyer. */
  orders: readonly StaffOrder[];
}

export function BuyerOrders({ buyerId, orders }: BuyerOrdersProps) {
  const { latest: words } = useCustomerWords();
  const { orders: buying } = useBuyingWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const all = new URLSearchParams({ filter: `buyer.any:${buyerId}` });
  return (
    <Section
      title={words.title}
      action={
        orders.length > 0 ? (
          <Link className="link" to={`${to("/admin/Orders")}?${all}`}>
            {words.all}
          </Link>
        ) : null
      }
    >
      {orders.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {orders.map((order) => (
            <li
              key={order.id}
              className="relative grid gap-x-4 gap-y-1 py-2 hover:bg-paper sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
            >
              <span>
                <Link
                  to={to(`/admin/Orders/${order.id}`)}
                  className="figures font-semibold text-carbon after:absolute after:inset-0"
                >
                  {order.number}
                </Link>
                <span className="block text-sm text-muted">
                  {formatRowMoment(order.created_at, language, zone)}
                </span>
              </span>
              <span className="min-w-0">
                <span className="money font-semibold">{formatRupiah(order.total)}</span>
                <span className="block truncate text-muted">
                  {buying.goods(order.first_name, order.line_count - 1)}
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-2">
                <PaymentPill order={order} />
                <FulfilmentPill order={order} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
