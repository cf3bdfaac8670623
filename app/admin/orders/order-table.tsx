import { useLocalPath } from "#app/language.ts";
import { useAdminWords } from "#app/messages/admin/admin.ts";
import { formatRupiah } from "#shop/money.ts";
import type { OrderSummary } from "#shop/orders/order.ts";
import { ListRow, ListTable } from "../list-table.tsx";
import { FulfilmentPill, PaymentPill } from "./status-pills.tsx";

export function OrderTable({ orders }: { orders: readonly OrderSummary[] }) {
  const { list: words } = useAdminWords();
  const to = useLocalPath();
  return (
    <ListTable
      heads={[
        { label: words.number },
        { label: words.time },
        { label: words.customer },
        { label: words.items, isNumber: true },
        { label: words.total, isNumber: true },
        { label: words.payment },
        { label: words.fulfilment },
      ]}
    >
      {orders.map((order) => (
        <ListRow
          key={order.id}
          to={to(`/admin/Orders/${order.id}`)}
          number={order.number}
          time={order.created_at}
        >
          <td className="px-3 py-2 @max-4xl:p-0">{order.customer_name}</td>
          <td className="figures px-3 py-2 text-right @max-4xl:hidden">{order.pieces}</td>
          <td className="figures px-3 py-2 text-right whitespace-nowrap @max-4xl:p-0">
            {formatRupiah(order.total)}
          </td>
          <td className="px-3 py-2 @max-4xl:p-0">
            <PaymentPill order={order} />
          </td>
          <td className="px-3 py-2 @max-4xl:p-0 @2xs:@max-4xl:text-right">
            <FulfilmentPill status={order.fulfilment_status} isPickup={order.is_pickup} />
          </td>
        </ListRow>
      ))}
    </ListTable>
  );
}
