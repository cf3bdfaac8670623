import { type Language, localPath } from "#base/language.ts";
import { topicMailTexts } from "#shop/mail-topics/topic-mail-texts.ts";
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
