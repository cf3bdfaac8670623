import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { useLocalPath } from "#app/language.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { Link } from "#app/ui/link.tsx";
import { isCashDue, type OrderDetail, piecesToShip } from "#shop/orders/order.ts";
import { menuEntry, OrderMenu } from "./order-menu.tsx";

interface OrderActionsProps {
  order: OrderDetail;
  /** What the reader may do. */
  rights: { readonly cancel: boolean; readonly draft: boolean };
  /** Whether a shipment can be made and sent now. */
  mayShip: boolean;
  /** The refundable amount of the order and its supplements, whole rupiah. */
  refundable: number;
  onOpen: (dialog: "ship" | "cancel" | "refund") => void;
}

/** The menu of an order's further actions. */
export function OrderActions({ order, rights, mayShip, refundable, onOpen }: OrderActionsProps) {
  const { order: words } = useAdminWords();
  const { refunds, shipments } = useOrderWords();
  const pickup = usePickupWords();
  const drafts = useDraftWords();
  const to = useLocalPath();
  const isUnpaid = order.status === "awaiting_payment" && order.paid_total === 0;
  const isCashAhead = order.status === "placed" && order.can_cancel && isCashDue(order);
  const mayReplace =
    rights.draft &&
    rights.cancel &&
    order.supplement_of === null &&
    (isUnpaid || isCashAhead) &&
    !order.lines.some(({ personalised }) => personalised);
  const left = order.lines.some((line) => piecesToShip(line) > 0);
  return (
    <OrderMenu label={words.more}>
      {mayShip ? (
        <button type="button" className={menuEntry} onClick={() => onOpen("ship")}>
          {order.is_pickup ? pickup.staff.ready : words.ship}
        </button>
      ) : null}
      {order.status === "placed" && left ? (
        <a
          className={menuEntry}
          href={to(`/admin/Orders/${order.id}/print/slip.pdf`)}
          target="_blank"
          rel="noreferrer"
        >
          {shipments.slips}
        </a>
      ) : null}
      {order.has_invoice ? (
        <a
          className={menuEntry}
          href={to(`/admin/Orders/${order.id}/print/invoice.pdf`)}
          target="_blank"
          rel="noreferrer"
        >
          {words.invoice}
        </a>
      ) : null}
      <button type="button" className={menuEntry} onClick={() => print()}>
        {words.print}
      </button>
      {rights.draft && order.supplement_of === null ? (
        <Link className={menuEntry} to={to(`/admin/Orders/Drafts/New?order=${order.id}`)}>
          {drafts.orderAgain}
        </Link>
      ) : null}
      {mayReplace ? (
        <Link className={menuEntry} to={to(`/admin/Orders/Drafts/New?replaces=${order.id}`)}>
          {drafts.changeOrder}
        </Link>
      ) : null}
      {refundable > 0 && rights.cancel ? (
        <button type="button" className={menuEntry} onClick={() => onOpen("refund")}>
          {refunds.give}
        </button>
      ) : null}
      {order.can_cancel && rights.cancel ? (
        <button
          type="button"
          className={`${menuEntry} text-stamp`}
          onClick={() => onOpen("cancel")}
        >
          {words.cancel}
        </button>
      ) : null}
    </OrderMenu>
  );
}
