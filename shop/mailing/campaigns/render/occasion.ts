import { cutText } from "#base/cut-text.ts";
import type { Language } from "#base/language.ts";
import { type CampaignContent, mapBlocks } from "#shop/mailing/campaigns/block.ts";

/** What an occasion brings to the text of an automation: its lines and a button follow the blocks. */
export interface Occasion {
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  readonly button: { readonly text: string; readonly url: string };
  /** Values of slots that are the same for the whole mail, e.g. `item`. */
  readonly slots: Readonly<Record<string, string>>;
}

/** Names of slots that an automation's text may hold besides `name`. */
export function slotsOf(automation: string | null): readonly string[] {
  return automation === "back_in_stock" ? ["item"] : [];
}

/** Whether the mails of an automation go out one by one through the outbox (docs/why/mailing.md), with what their occasion brings. */
export function passesOutbox(automation: string | null): boolean {
  return automation === "left_cart" || automation === "back_in_stock";
}

/** Puts the values of an occasion into a text. */
export function fillOccasion(
  content: CampaignContent,
  { slots }: Pick<Occasion, "slots">,
): CampaignContent {
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot);
  return {
    subject: cutText(fill(content.subject), 150),
    preheader: fill(content.preheader),
    blocks: mapBlocks(content.blocks, (block) =>
      "text" in block ? { ...block, text: fill(block.text) } : block,
    ),
  };
}

const samples = {
  id: {
    items: ["Mug Ngopi Dulu", "Kaos Kawung Saku"],
    product: "Produk",
    cart: "Buka keranjang",
    item: "Lihat produk",
  },
  en: {
    items: ["Coffee First Mug", "Kawung Pocket Tee"],
    product: "Product",
    cart: "Open the cart",
    item: "See the product",
  },
};

/** What a preview and a test show in place of a real occasion; undefined for automations that bring nothing. */
export function sampleOccasion(
  automation: string | null,
  language: Language,
  publicUrl: string,
): Occasion | undefined {
  const { items, product, cart, item } = samples[language];
  const [first = "", second = ""] = items;
  if (automation === "left_cart") {
    const lines = [first, second].map((label, index) => ({ label, value: `${index + 1} ×` }));
    return { lines, button: { text: cart, url: publicUrl }, slots: {} };
  }
  if (automation !== "back_in_stock") return undefined;
  const lines = [{ label: product, value: first }];
  return { lines, button: { text: item, url: publicUrl }, slots: { item: first } };
}
