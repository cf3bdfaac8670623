import { localPath } from "#base/language.ts";
import { composeLowStockMail } from "#shop/catalogue/stock/compose-low-stock-mail.ts";
import type { MailSample } from "./mail-sample.ts";

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
