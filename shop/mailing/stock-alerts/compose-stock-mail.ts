import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";
import type { AutomationText } from "#shop/mailing/automations/automation-text.server.ts";
import { composeOneMail } from "#shop/mailing/campaigns/compose-one-mail.server.ts";
import { stockMailTexts } from "./stock-mail-texts.ts";

/** A variant that is back in stock, as the mail shows it. */
export interface ReturnedVariant {
  readonly product: string;
  /** Labels of the chosen options, e.g. `Putih, L`; empty without options. */
  readonly options: string;
  readonly price: Rupiah;
}

/** To a subscriber: the variant is back in stock. */
export function composeStockMail(
  { product, options, price }: ReturnedVariant,
  { content, facts }: AutomationText,
  { recipientId, url }: { readonly recipientId: string; readonly url: string },
) {
  const texts = stockMailTexts[facts.language];
  const occasion = {
    lines: [
      { label: texts.product, value: [product, options].filter(Boolean).join(", ") },
      { label: texts.price, value: formatRupiah(price) },
    ],
    button: { text: texts.button, url },
    slots: { item: product },
  };
  return composeOneMail(
    content,
    { ...facts, occasion },
    { recipientId, topic: "stock", name: null, code: null },
  );
}
