import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/**
 * The payment methods of an order by name. Several payments have their amounts, because an order with a deposit may be
 * paid in two ways.
 * @param nameOf the display name of a method, by `{provider}:{method}`
 * @returns empty where nothing had to be paid
 */
export function namePayments(
  { payment, settled_payments }: Pick<OrderDetail, "payment" | "settled_payments">,
  nameOf: (method: string) => string,
): readonly string[] {
  if (settled_payments.length > 1) {
    return settled_payments.map(
      ({ method, amount }) => `${nameOf(method)} ${formatRupiah(amount)}`,
    );
  }
  const method = settled_payments[0]?.method ?? payment?.method;
  return method ? [nameOf(method)] : [];
}
