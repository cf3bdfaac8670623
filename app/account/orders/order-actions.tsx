import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { useReturnWords } from "#app/messages/shared/returns.ts";
import { useTermsWords } from "#app/messages/shared/terms.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import { whatsappAddress } from "#shop/settings/merchant/merchant.ts";
import { ReorderButton } from "./reorder-button.tsx";

interface OrderActionsProps {
  order: OrderDetail;
  /** Some of it can be returned or claimed. */
  canReturn: boolean;
  ask: FetcherWithComponents<OrderAnswer>;
}

/** The actions that an order's status allows its buyer. */
export function OrderActions({ order, canReturn, ask }: OrderActionsProps) {
  const { orders: words } = useBuyingWords();
  const { cancel } = useOrderWords();
  const returns = useReturnWords();
  const { terms: legal } = useTermsWords();
  const to = useLocalPath();
  const merchant = useMerchant();
  const [asksCancel, setAsksCancel] = useState(false);
  const isOver = order.stage === "done" || order.stage === "canceled";
  const own = order.supplement_of
    ? {
        title: words.cancelSupplementAsk(order.number),
        text: words.cancelSupplementText,
        button: words.cancelSupplement,
      }
    : { title: words.cancelAsk(order.number), text: words.cancelText, button: words.cancel };
  // A buyer who may no longer cancel the order can request a cancellation.
  const asked = order.can_cancel
    ? own
    : { title: cancel.askTitle(order.number), text: cancel.askText, button: cancel.ask };

  return (
    <div className="no-print grid gap-2">
      {isOver ? <ReorderButton order={order} /> : null}
      {order.is_customised ? (
        <Link
          to={to(`/dashboard/orders/${order.id}/Customisation`)}
          className="link flex min-h-11 items-center gap-2"
        >
          <Icon name="pen-line" className="size-4" />
          {words.customisation}
        </Link>
      ) : null}
      {order.has_invoice ? (
        <a
          href={to(`/dashboard/orders/${order.id}/invoice.pdf`)}
          className="link flex min-h-11 items-center gap-2"
          download
        >
          <Icon name="receipt-text" className="size-4" />
          {words.invoice}
        </a>
      ) : null}
      {canReturn ? (
        <Link
          to={to(`/dashboard/orders/${order.id}/Return`)}
          className="link flex min-h-11 items-center gap-2"
        >
          <Icon name="undo-2" className="size-4" />
          {returns.ask.link}
        </Link>
      ) : null}
      {merchant.whatsapp ? (
        <a
          href={whatsappAddress(merchant, words.helpText(order.number))}
          className="link flex min-h-11 items-center gap-2"
          rel="noreferrer"
        >
          <Icon name="message-circle" className="size-4" />
          {words.help}
        </a>
      ) : null}
      {order.can_ask_to_cancel ? (
        <Button look="quiet" onClick={() => setAsksCancel(true)}>
          {cancel.ask}
        </Button>
      ) : null}
      {order.can_cancel ? (
        <Button look="danger" onClick={() => setAsksCancel(true)}>
          {own.button}
        </Button>
      ) : null}
      <p className="text-sm text-muted">
        {legal.ofOrder}:{" "}
        <Link to={to(`/TermsAndConditions/${order.terms_version}`)} className="link">
          {order.terms_version}
        </Link>
      </p>
      <Dialog open={asksCancel} onClose={() => setAsksCancel(false)} title={asked.title}>
        <ask.Form method="post" onSubmit={() => setAsksCancel(false)} className="grid gap-5">
          <p>{asked.text}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              look={order.can_cancel ? "danger" : "primary"}
              type="submit"
              name="intent"
              value={order.can_cancel ? "cancel" : "ask-to-cancel"}
            >
              {asked.button}
            </Button>
            <Button look="quiet" onClick={() => setAsksCancel(false)}>
              {words.cancelKeep}
            </Button>
          </div>
        </ask.Form>
      </Dialog>
    </div>
  );
}
