import { expect, test } from "vitest";
import { contactWords } from "#app/storefront/contact/messages/contact.ts";
import { en } from "#app/storefront/item/messages/stock-alert.en.ts";
import { id } from "#app/storefront/item/messages/stock-alert.id.ts";

const stockAlertWords = { id, en };

test.each(["id", "en"] as const)(
  "failures name no channel that a shop may lack (%s)",
  (language) => {
    const { failures, tooMany } = contactWords(language);
    const texts = [
      ...Object.values(failures),
      ...[5, 120].map(tooMany),
      ...Object.values(stockAlertWords[language].failures),
    ];
    expect(texts.filter((text) => /whatsapp|email/i.test(text))).toEqual([]);
  },
);
