import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";

const id = {
  subject: (out: number, low: number) =>
    [out > 0 ? `${out} varian habis` : "", low > 0 ? `${low} varian menipis` : ""]
      .filter(Boolean)
      .join(", "),
  text: "Stok varian ini turun melewati batasnya sejak kabar terakhir.",
  out: "Habis",
  low: (pieces: number) => `Sisa ${pieces}`,
  more: (count: number) => `Dan ${count} varian lain. Semuanya ada di halaman stok.`,
  button: "Buka halaman stok",
  footer: (shop: string) =>
    `Email ini dikirim ke anggota tim ${shop} yang boleh mengubah stok. Mematikannya: Pengaturan, bagian Pesanan.`,
};

const en: typeof id = {
  subject: (out, low) =>
    [out > 0 ? `${out} variants sold out` : "", low > 0 ? `${low} variants low` : ""]
      .filter(Boolean)
      .join(", "),
  text: "The stock of these variants fell past its limit since the last notice.",
  out: "Sold out",
  low: (pieces) => `${pieces} left`,
  more: (count) => `And ${count} other variants. All of them are on the stock page.`,
  button: "Open the stock page",
  footer: (shop) =>
    `This email goes to the staff of ${shop} who may change stock. To switch it off: Settings, part Orders.`,
};

const texts = { id, en } satisfies Record<Language, typeof id>;

/** A variant of the notice. */
export interface LowVariant {
  readonly sku: string;
  readonly product: { readonly id: string; readonly en: string };
  readonly band: "low" | "out";
  /** Pieces that can be sold. */
  readonly available: number;
}

/** To staff: what became low or sold out. @param more variants that the mail does not list */
export function composeLowStockMail(
  language: Language,
  shopName: string,
  variants: readonly LowVariant[],
  more: number,
  address: string,
): ComposedMail {
  const words = texts[language];
  const out = variants.filter(({ band }) => band === "out").length;
  const subject = words.subject(out, variants.length - out);
  const page = layoutMail({
    language,
    shopName,
    preview: words.text,
    blocks: [
      { kind: "heading", text: subject },
      { kind: "text", text: words.text },
      {
        kind: "lines",
        lines: variants.map(({ sku, product, band, available }) => ({
          label: `${product[language] || product.id} (${sku})`,
          value: band === "out" ? words.out : words.low(available),
        })),
      },
      ...(more > 0 ? [{ kind: "text" as const, text: words.more(more) }] : []),
      { kind: "button", text: words.button, url: address },
    ],
    footer: words.footer(shopName),
  });
  return { subject, ...page };
}
