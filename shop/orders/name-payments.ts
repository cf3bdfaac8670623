import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";

/**
 * The payment methods of an order by name. If there are several payments, each has its amount, because the deposit and the
 * balance of an order may have different methods.
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
