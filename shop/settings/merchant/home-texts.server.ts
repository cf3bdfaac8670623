import type { Language, LocalText } from "#base/language.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";

/** The merchant's own texts of the home page: keys of `shop_settings.home_texts`. */
export type HomeText = "title" | "description" | "promise" | "lead" | "newest" | "sent" | "done";

/** Texts that the merchant has not entered are absent. */
export type HomeTexts = Readonly<Partial<Record<HomeText, string>>>;

export const findHomeTexts = cached(
  "home-texts",
  async (language: Language): Promise<HomeTexts> => {
    const [row] = await asVisitor()<{ texts: Partial<Record<string, LocalText>> }[]>`
    select home_texts as texts from shop_settings`;
    const entered = Object.entries(row?.texts ?? {}).flatMap(([name, text]) =>
      text?.[language] ? [[name, text[language]]] : [],
    );
    return Object.fromEntries(entered);
  },
  withoutProducts,
);
