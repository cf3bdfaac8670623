import type { Language } from "#base/language.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { includedTax } from "#shop/kernel/tax.ts";
import { feeKind } from "#shop/orders/fee-kind.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import { returnedOfTotal } from "#shop/orders/refund-sum.ts";
import { invoiceTexts } from "./invoice-texts.ts";

interface InvoiceAmount {
  readonly label: string;
  readonly amount: Rupiah;
  /** A note is part of the total already. */
  readonly look?: "total" | "note";
}

/** The amounts of an order, line by line: all lines above the total add up to it. */
export function invoiceAmounts(order: OrderDetail, language: Language): readonly InvoiceAmount[] {
  const words = invoiceTexts[language];
  const tax = includedTax(order.tax_included);
  const fee = order.payment_fee;
  const returned = returnedOfTotal(order);
  return [
    { label: words.subtotal, amount: order.subtotal },
    ...order.promos
      .filter(({ discount }) => discount > 0)
      .map(({ code, discount }) => ({ label: words.discount(code), amount: -discount })),
    {
      label: order.is_pickup ? words.pickup : words.shipping,
      amount: order.shipping + order.shipping_discount,
    },
    ...(fee === 0 ? [] : [{ label: words[feeKind(order)], amount: fee }]),
    { label: words.total, amount: order.total, look: "total" },
    ...(tax
      ? [
          { label: words.taxBase, amount: tax.base, look: "note" as const },
          { label: words.tax, amount: tax.amount, look: "note" as const },
        ]
      : []),
    ...(returned > 0 ? [{ label: words.refunded, amount: -returned }] : []),
  ];
}
