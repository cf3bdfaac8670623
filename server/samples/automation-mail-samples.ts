import { type Language, localPath } from "#base/language.ts";
import type { AutomationText } from "#shop/mailing/automations/automation-text.server.ts";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import { composeCartMail } from "#shop/mailing/cart-reminders/compose-cart-mail.ts";
import { composeStockMail } from "#shop/mailing/stock-alerts/compose-stock-mail.ts";
import type { MailSample, Site } from "./mail-sample.ts";

const recipientId = "00000000-0000-4000-8000-000000000000";

const said = (subject: string, words: string): CampaignContent => ({
  subject,
  preheader: "",
  blocks: [
    { kind: "heading", text: subject },
    { kind: "text", text: words },
  ],
});

const cart = {
  id: said("Keranjang Anda masih tersimpan", "Produk ini masih ada di keranjang Anda."),
  en: said("Your cart is still here", "These are still in your cart."),
};
const stock = {
  id: said("{item} tersedia lagi", "Anda meminta kabar saat produk ini tersedia lagi."),
  en: said("{item} is back in stock", "You asked to hear when this is back."),
};
const topics = {
  news: { id: "Kabar toko", en: "News from the shop" },
  stock: { id: "Kabar stok", en: "News about stock" },
};

function textOf(
  content: CampaignContent,
  language: Language,
  { merchant, publicUrl }: Site,
  topic: keyof typeof topics,
): AutomationText {
  const facts = { language, publicUrl, shop: merchant, products: new Map(), picked: [] };
  return { content, facts: { ...facts, topic: topics[topic][language] } };
}

/** The reminders of a cart. */
export const cartSamples = [0, 1].map(
  (reminders): MailSample => ({
    name: reminders === 0 ? "cart-first-reminder" : "cart-last-reminder",
    compose(language, site) {
      const items = {
        id: ["Mug Ngopi Dulu", "Kaos Kawung Saku"],
        en: ["Coffee First Mug", "Kawung Pocket Tee"],
      }[language];
      const lines = items.map((label, index) => ({ label, value: `${index + 1} ×` }));
      const url = `${site.publicUrl}${localPath(language, `/RestoreCart/${"x".repeat(40)}`)}`;
      return composeCartMail(
        { reminders, full_name: "Siti Rahmawati", lines },
        textOf(cart[language], language, site, "news"),
        { recipientId, url },
      );
    },
  }),
);

/** A back-in-stock notification. */
export const stockSample: MailSample = {
  name: "stock-back",
  compose(language, site) {
    const item = localPath(language, "/item/kaos-kawung-saku?colour=soga&size=l");
    const product = { id: "Kaos Kawung Saku", en: "Kawung Pocket Tee" }[language];
    return composeStockMail(
      { product, options: "Soga, L", price: 140_000 },
      textOf(stock[language], language, site, "stock"),
      { recipientId, url: site.publicUrl + item },
    );
  },
};
