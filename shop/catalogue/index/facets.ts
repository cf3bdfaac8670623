import type { CategoryNode, ProductFacets } from "#shop/catalogue/catalogue.ts";
import type { ShopFilter } from "#shop/catalogue/shop-filter.ts";
import type { KeptRow } from "./kept-counts.server.ts";

/** The facets of a list from the rows of its statement. A value without a row has no products. */
export function facetsOf(
  rows: readonly KeptRow[],
  filter: ShopFilter,
  categories: readonly CategoryNode[],
): ProductFacets {
  const list = (name: "category" | "colour" | "size") =>
    rows
      .filter((row) => row.part === name)
      .map(({ code, label, count, colour }) => ({ code, label, count, colour }));
  const inCategory = new Map(list("category").map((row) => [row.code, row]));
  const flag = (name: "personalisable" | "sale" | "in_stock") => {
    const row = rows.find(({ part }) => part === name);
    return row ? row.count : 0;
  };
  return {
    category: choicesOf(categories, filter.category).map(({ slug, name, path }) => {
      const row = inCategory.get(slug);
      return {
        code: slug,
        label: name,
        count: row ? row.count : 0,
        colour: null,
        level: path.length,
      };
    }),
    colour: list("colour"),
    size: list("size"),
    personalisable: flag("personalisable"),
    sale: flag("sale"),
    in_stock: flag("in_stock"),
  };
}

/** The first level, the way to the chosen category, and what is beside and below each of its steps. */
function choicesOf(categories: readonly CategoryNode[], chosen: string | null): CategoryNode[] {
  const way = categories.find(({ slug }) => slug === chosen)?.path ?? [];
  return categories.filter(({ path }) => path.length === 1 || way.includes(path.at(-2) ?? ""));
}
