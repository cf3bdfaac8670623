import * as v from "valibot";
import { optionalLine, paragraphs, requiredLine } from "./text-fields.ts";

export const maxPageTitle = 120;
/** Maximum characters of the introduction, which is also the description in search results. */
export const maxPageDescription = 160;
export const maxPageText = 40_000;

/** A page of text (shop/content/page-text.ts has the marks). */
export const pageSchema = v.strictObject({
  title: requiredLine(maxPageTitle),
  description: optionalLine(maxPageDescription),
  text: v.strictObject({
    id: v.pipe(paragraphs(maxPageText), v.minLength(1, "required")),
    en: paragraphs(maxPageText),
  }),
  in_sitemap: v.boolean(),
});
