import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { formatRupiah, type Rupiah } from "#shop/money.ts";
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
  variant: ReturnedVariant,
  language: Language,
  shopName: string,
  links: { readonly item: string; readonly stop: { readonly text: string; readonly url: string } },
): ComposedMail {
  const texts = stockMailTexts[language];
  const subject = texts.subject(variant.product);
  const page = layoutMail({
    language,
    shopName,
    preview: texts.text,
    blocks: [
      { kind: "heading", text: subject },
      { kind: "text", text: texts.text },
      {
        kind: "lines",
        lines: [
          {
            label: texts.product,
            value: [variant.product, variant.options].filter(Boolean).join(", "),
          },
          { label: texts.price, value: formatRupiah(variant.price) },
        ],
      },
      { kind: "button", text: texts.button, url: links.item },
    ],
    footer: texts.footer(shopName),
    footerLink: links.stop,
  });
  return { subject, ...page };
}
