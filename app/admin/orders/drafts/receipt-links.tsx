import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { useLocalPath } from "#app/language.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/** Receipts of an order from the counter, for both widths of thermal paper. */
export function ReceiptLinks({ order }: { order: OrderDetail }) {
  const { counterSale: words } = useDraftWords();
  const to = useLocalPath();
  if (!order.has_invoice || order.source !== "counter") return null;
  return (
    <section className="no-print grid gap-2 border border-rule p-4">
      <h2 className="text-lg">{words.receipts}</h2>
      {[80, 58].map((millimetres) => (
        <a
          key={millimetres}
          className="link justify-self-start py-1"
          href={to(`/admin/Orders/${order.id}/print/receipt-${millimetres}.pdf`)}
          target="_blank"
          rel="noreferrer"
        >
          {words.receipt(millimetres)}
        </a>
      ))}
    </section>
  );
}
