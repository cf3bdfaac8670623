import * as v from "valibot";
import { isUuid } from "#base/uuid.ts";
import { linkSchema } from "./link.ts";
import { maxPageDescription } from "./page.ts";
import { optionalLine, paragraphs, requiredLine } from "./text-fields.ts";

/** Kinds of sections of the home page. `steps` and `promises` have built-in content that follows the settings. */
export const homeSectionKinds = [
  "hero",
  "products",
  "categories",
  "collections",
  "text",
  "steps",
  "promises",
] as const;
export type HomeSectionKind = (typeof homeSectionKinds)[number];

/** The source of a section's products: a list that the shop computes, or a collection. */
export const productSources = ["best", "newest", "personalisable", "collection"] as const;
export type ProductSource = (typeof productSources)[number];

/** Maximum sections of the home page. */
export const maxHomeSections = 20;
/** Maximum characters. */
export const maxHomeTitle = 120;
export const maxHomeLead = 300;
export const maxHomeText = 2_000;
export const maxLinkLabel = 40;

/** Identifies a section while it is edited and moved. */
const sectionKey = v.pipe(v.string(), v.regex(/^s[0-9a-z]{1,12}$/, "invalid_input"));

const section = v.variant(
  "kind",
  [
    v.strictObject({
      key: sectionKey,
      kind: v.literal("hero"),
      title: requiredLine(maxHomeTitle),
      text: optionalLine(maxHomeLead),
    }),
    v.pipe(
      v.strictObject({
        key: sectionKey,
        kind: v.literal("products"),
        source: v.picklist(productSources, "invalid_input"),
        /** The id of a collection; empty for another source. */
        collection: v.string(),
        title: optionalLine(maxHomeTitle),
      }),
      v.forward(
        v.check(
          ({ source, collection }) => source !== "collection" || isUuid(collection),
          "collection_missing",
        ),
        ["collection"],
      ),
    ),
    v.pipe(
      v.strictObject({
        key: sectionKey,
        kind: v.literal("text"),
        title: optionalLine(maxHomeTitle),
        text: v.strictObject({
          id: v.pipe(paragraphs(maxHomeText), v.minLength(1, "required")),
          en: paragraphs(maxHomeText),
        }),
        link: linkSchema,
        label: optionalLine(maxLinkLabel),
      }),
      v.forward(
        v.check(({ link, label }) => link === "" || label.id !== "", "label_missing"),
        ["label", "id"],
      ),
    ),
    v.strictObject({ key: sectionKey, kind: v.literal("categories") }),
    v.strictObject({ key: sectionKey, kind: v.literal("collections") }),
    v.strictObject({ key: sectionKey, kind: v.literal("steps") }),
    v.strictObject({ key: sectionKey, kind: v.literal("promises") }),
  ],
  "invalid_input",
);

/** The home page. It has one hero, because the hero has the heading of the page. */
export const homeSchema = v.strictObject({
  /** For search engines; empty: the built-in texts. */
  title: optionalLine(maxHomeTitle),
  description: optionalLine(maxPageDescription),
  sections: v.pipe(
    v.array(section),
    v.maxLength(maxHomeSections, "too_many_sections"),
    v.check(
      (sections) => new Set(sections.map(({ key }) => key)).size === sections.length,
      "invalid_input",
    ),
    v.check(
      (sections) => sections.filter(({ kind }) => kind === "hero").length === 1,
      "hero_count",
    ),
  ),
});
export type HomePage = v.InferOutput<typeof homeSchema>;
