import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";

interface ReplacedNoticeProps {
  order: Pick<OrderDetail, "events">;
  /** The address of an order's page. */
  pageOf: (id: string) => string;
}

/** Links a replaced order to the order that replaces it. */
export function ReplacedNotice({ order, pageOf }: ReplacedNoticeProps) {
  const words = useOrderWords();
  const details = order.events.find(({ kind }) => kind === "replaced")?.details;
  if (!details) return null;
  return (
    <Notice>
      {words.replacedBy}{" "}
      <Link to={pageOf(String(details.order_id))} className="link figures">
        {String(details.number)}
      </Link>
    </Notice>
  );
}
