import { useAdminWords } from "#app/admin/messages/admin.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderTotals } from "#shop/orders/list-orders.server.ts";

/** Number and total of the orders that a filter or a search found. */
export function OrderSumLine({ sum }: { sum: OrderTotals }) {
  const { list: words } = useAdminWords();
  return (
    <p role="status" className="text-muted">
      {sum.isMore ? words.sumMore(sum.orders) : words.sum(sum.orders, formatRupiah(sum.total))}
    </p>
  );
}
