import type { NavigateFunction } from "react-router";
import type { PlacedOrder } from "#shop/orders/checkout/checkout.ts";

/**
 * Leads from the checkout to the payment: a wallet's own page, or the order's page. A provider's script may run only
 * on a page that was loaded with a policy for it, so that page is loaded as a new document.
 */
export function goAndPay(
  payment: NonNullable<PlacedOrder["payment"]>,
  orderPage: string,
  navigate: NavigateFunction,
): void {
  const away = payment.kind === "redirect" ? payment.client?.url : undefined;
  if (away) location.assign(away);
  else if (payment.kind === "instructions" || payment.kind === "wallet") void navigate(orderPage);
  else location.assign(orderPage);
}
