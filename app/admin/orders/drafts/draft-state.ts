import type { DraftContent, DraftForm } from "#shop/orders/drafts/draft.ts";

/** A new draft. A sale at the counter is a pickup. */
export function emptyDraft(isCounter: boolean): DraftForm {
  return {
    source: isCounter ? "counter" : "whatsapp",
    buyer: { name: "", phone: "", email: "", account_id: null, language: "id" },
    lines: [],
    promo_codes: [],
    discount: null,
    is_pickup: isCounter,
    address: null,
    shipping_method_id: null,
    shipping_price: null,
    note: "",
    staff_note: "",
  };
}

/** A stored draft as its form shows it: amounts as texts. */
export function formOf(content: DraftContent): DraftForm {
  const { buyer, lines, discount, shipping_price } = content;
  return {
    ...content,
    buyer: { ...buyer, phone: buyer.phone ?? "", email: buyer.email ?? "" },
    lines: lines.map((line) =>
      line.kind === "variant"
        ? { ...line, quantity: String(line.quantity), price: line.price?.toString() ?? "" }
        : {
            ...line,
            quantity: String(line.quantity),
            price: String(line.price),
            weight_grams: line.weight_grams === 0 ? "" : String(line.weight_grams),
          },
    ),
    discount: discount && { ...discount, value: String(discount.value) },
    shipping_price: shipping_price && {
      ...shipping_price,
      amount: String(shipping_price.amount),
    },
  };
}

export type FormLine = DraftForm["lines"][number];

/** The name of a line for labels. */
export function labelOf(line: FormLine): string {
  return line.kind === "variant" ? line.label : line.name;
}
