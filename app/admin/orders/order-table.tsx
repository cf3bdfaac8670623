import { useLanguage, useLocalPath } from "#app/language.ts";
import { useAdminWords } from "#app/messages/admin.ts";
import { formatMoment } from "#app/messages/dates.ts";
import { Link } from "#app/ui/link.tsx";
import { formatRupiah } from "#shop/money.ts";
import type { OrderSummary } from "#shop/orders/order.ts";
import { FulfilmentPill, PaymentPill } from "./status-pills.tsx";

/** Dense rows on a desk, cards on a phone. The number is the link; the whole row leads there. */
export function OrderTable({ orders }: { orders: readonly OrderSummary[] }) {
  const { list: words } = useAdminWords();
  const language = useLanguage();
  const to = useLocalPath();
  const head = "printed px-3 py-2 text-left font-semibold whitespace-nowrap";
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="border-b border-ink max-md:hidden">
        <tr>
          <th className={head}>{words.number}</th>
          <th className={head}>{words.time}</th>
          <th className={head}>{words.customer}</th>
          <th className={`${head} text-right`}>{words.items}</th>
          <th className={`${head} text-right`}>{words.total}</th>
          <th className={head}>{words.payment}</th>
          <th className={head}>{words.fulfilment}</th>
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-3">
        {orders.map((order) => (
          <tr
            key={order.id}
            className="relative border-b border-rule hover:bg-paper max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-1 max-md:border max-md:p-3"
          >
            <td className="px-3 py-2 max-md:p-0">
              <Link
                to={to(`/admin/Orders/${order.id}`)}
                className="figures font-semibold text-carbon after:absolute after:inset-0"
              >
                {order.number}
              </Link>
            </td>
            <td className="px-3 py-2 whitespace-nowrap text-muted max-md:p-0 max-md:text-right max-md:whitespace-normal">
              {formatMoment(order.created_at, language)}
            </td>
            <td className="px-3 py-2 max-md:p-0">{order.customer_name}</td>
            <td className="figures px-3 py-2 text-right max-md:hidden">{order.pieces}</td>
            <td className="figures px-3 py-2 text-right whitespace-nowrap max-md:p-0">
              {formatRupiah(order.total)}
            </td>
            <td className="px-3 py-2 max-md:p-0">
              <PaymentPill status={order.payment_status} isClosed={order.stage === "canceled"} />
            </td>
            <td className="px-3 py-2 max-md:p-0 max-md:text-right">
              <FulfilmentPill status={order.fulfilment_status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
