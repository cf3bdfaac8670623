import * as v from "valibot";
import { linkSchema } from "./link.ts";
import { requiredLine } from "./text-fields.ts";

/** Maximum entries of the menu in the header. */
export const maxHeaderEntries = 12;
/** Maximum columns of the footer, and links of a column. */
export const maxColumns = 4;
export const maxColumnLinks = 10;
/** Maximum characters of a label or a column's title. */
export const maxMenuLabel = 30;

/** Kinds of menu entries. A `column` has a title; the entries after it are its links. */
export const menuEntryKinds = ["category", "collection", "link", "column"] as const;
export type MenuEntryKind = (typeof menuEntryKinds)[number];

/** Identifies an entry while it is edited and moved. */
const entryKey = v.pipe(v.string(), v.regex(/^s[0-9a-z]{1,12}$/, "invalid_input"));

/** Categories and collections are stored by id, so a menu shows their current names and addresses. */
const category = v.strictObject({
  key: entryKey,
  kind: v.literal("category"),
  category: v.pipe(v.string(), v.uuid("required")),
});
const collection = v.strictObject({
  key: entryKey,
  kind: v.literal("collection"),
  collection: v.pipe(v.string(), v.uuid("required")),
});
const link = v.strictObject({
  key: entryKey,
  kind: v.literal("link"),
  label: requiredLine(maxMenuLabel),
  link: v.pipe(linkSchema, v.minLength(1, "required")),
});
const column = v.strictObject({
  key: entryKey,
  kind: v.literal("column"),
  title: requiredLine(maxMenuLabel),
});

const menuLink = v.variant("kind", [category, collection, link], "invalid_input");
const footerEntry = v.variant("kind", [category, collection, link, column], "invalid_input");
export type MenuLink = v.InferOutput<typeof menuLink>;
export type FooterEntry = v.InferOutput<typeof footerEntry>;
type Column = v.InferOutput<typeof column>;

const haveUniqueKeys = (entries: readonly { readonly key: string }[]) =>
  new Set(entries.map(({ key }) => key)).size === entries.length;

/** The menu in the header. */
export const headerMenuSchema = v.strictObject({
  entries: v.pipe(
    v.array(menuLink),
    v.minLength(1, "entries_missing"),
    v.maxLength(maxHeaderEntries, "too_many_entries"),
    v.check((entries) => haveUniqueKeys(entries), "invalid_input"),
  ),
});

/** The columns of the footer. The program adds the imprint and the legal links. */
export const footerMenuSchema = v.strictObject({
  entries: v.pipe(
    v.array(footerEntry),
    v.maxLength(maxColumns * (maxColumnLinks + 1), "too_many_entries"),
    v.check((entries) => haveUniqueKeys(entries), "invalid_input"),
    v.check(([first]) => first === undefined || first.kind === "column", "column_missing"),
    v.check((entries) => groupByColumn(entries).length <= maxColumns, "too_many_columns"),
    v.check(
      (entries) => groupByColumn(entries).every(({ links }) => links.length <= maxColumnLinks),
      "too_many_entries",
    ),
  ),
});

/** The links of each column. Links before the first column are left out. */
export function groupByColumn(
  entries: readonly FooterEntry[],
): readonly { readonly column: Column; readonly links: readonly MenuLink[] }[] {
  const columns: { column: Column; links: MenuLink[] }[] = [];
  for (const entry of entries) {
    if (entry.kind === "column") columns.push({ column: entry, links: [] });
    else columns.at(-1)?.links.push(entry);
  }
  return columns;
}
