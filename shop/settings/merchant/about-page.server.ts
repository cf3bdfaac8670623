import * as v from "valibot";
import type { Language } from "#base/language.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";

const schema = v.object({
  lead: v.string(),
  sections: v.array(v.object({ heading: v.string(), paragraphs: v.array(v.string()) })),
});

/** The merchant's own text of the page About. */
export type AboutText = v.InferOutput<typeof schema>;

/** `about` of `shop_settings.home_texts` in a language; undefined when the merchant has none in it. */
export const findAboutText = cached(
  "about",
  async (language: Language): Promise<AboutText | undefined> => {
    const [row] = await asVisitor()<{ text: unknown }[]>`
    select home_texts -> 'about' -> ${language}::text as text from shop_settings`;
    return row?.text ? v.parse(schema, row.text) : undefined;
  },
  withoutProducts,
);
