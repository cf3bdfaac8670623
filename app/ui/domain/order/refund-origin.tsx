import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { Link } from "#app/ui/link.tsx";
import type { OrderRefund } from "#shop/orders/order.ts";

interface RefundOriginProps {
  refund: Pick<OrderRefund, "supplement">;
  /** The address of an order's page. */
  pageOf: (id: string) => string;
}

/** Says of which supplement's payment a refund is, where it is not of the order's own. */
export function RefundOrigin({ refund: { supplement }, pageOf }: RefundOriginProps) {
  const words = useSupplementWords();
  if (supplement === null) return null;
  return (
    <p className="text-sm text-muted">
      {words.ofRefund}{" "}
      <Link to={pageOf(supplement.id)} className="link figures">
        {supplement.number}
      </Link>
    </p>
  );
}
