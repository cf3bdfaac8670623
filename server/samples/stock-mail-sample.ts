import { type Language, localPath } from "#base/language.ts";
import { topicMailTexts } from "#shop/mail-topics/topic-mail-texts.ts";
import { composeLowStockMail } from "#shop/stock/compose-low-stock-mail.ts";
import { composeStockMail } from "#shop/stock/compose-stock-mail.ts";
import type { MailSample, Site } from "./mail-sample.ts";

/**
 * A back-in-stock notification.
 * @param stopLink makes the unsubscribe link
 */
export function stockSample(stopLink: (language: Language, site: Site) => string): MailSample {
  const options = "Soga, L";
  const variants = {
    id: { product: "Kaos Kawung Saku", options, price: 140_000 },
    en: { product: "Kawung Pocket Tee", options, price: 140_000 },
  };
  return {
    name: "stock-back",
    compose(language, site) {
      const item = localPath(language, "/item/kaos-kawung-saku?colour=soga&size=l");
      return composeStockMail(variants[language], language, site.merchant.name, {
        item: site.publicUrl + item,
        stop: { text: topicMailTexts[language].stop.stock, url: stopLink(language, site) },
      });
    },
  };
}

/** To staff: what became low or sold out. */
export const lowStockSample: MailSample = {
  name: "stock-low",
  compose: (language, { merchant, publicUrl }) =>
    composeLowStockMail(
      language,
      merchant.name,
      [
        {
          sku: "KAO-KWG-L",
          product: { id: "Kaos Kawung Saku", en: "Kawung Pocket Tee" },
          band: "out",
          available: 0,
        },
        {
          sku: "MUG-NGD-HTM",
          product: { id: "Mug Ngopi Dulu", en: "Coffee First Mug" },
          band: "low",
          available: 3,
        },
      ],
      12,
      publicUrl + localPath(language, "/admin/Stock"),
    ),
};
