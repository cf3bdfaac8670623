import { maxCategories } from "#shop/catalogue/products/product-input.ts";
import type { CellReader, Wanted } from "#shop/imports/cell-reader.ts";
import { readList } from "#shop/imports/read-values.ts";
import type { PlanContext } from "./plan.ts";

/** Levels of the tree of categories; the database has the same limit (`category_too_deep`). */
const maxLevels = 4;

interface ReadCategories {
  /** Those of the shop. */
  readonly ids: readonly string[];
  /** Paths that the import creates. */
  readonly added: readonly string[];
  /** Paths below the last level, which are left out. */
  readonly tooDeep: readonly string[];
}

/** The names of a path from the first level down, e.g. of `Pakaian > Kaos`. */
export function levelsOf(path: string): string[] {
  return path
    .split(">")
    .map((name) => name.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}

/** The key under which `PlanContext.categories` has a path. */
export function pathKey(levels: readonly string[]): string {
  return `/${levels.join(" > ").toLowerCase()}`;
}

/** Resolves a cell of slugs, names and paths of categories. */
export function readCategories(
  reader: CellReader,
  wanted: Wanted,
  { categories, unknownCategories }: PlanContext,
): ReadCategories {
  const ids = new Set<string>();
  const added: string[] = [];
  const tooDeep: string[] = [];
  const entries = readList(wanted.value);
  // One transaction creates all categories of a product and locks the category tree, so their number is limited.
  if (entries.length > maxCategories) {
    reader.refuse(wanted, "too_many", "kategori", wanted.value);
    return { ids: [], added, tooDeep };
  }
  for (const entry of entries) {
    const levels = levelsOf(entry);
    const [name = ""] = levels;
    const known =
      levels.length > 1 ? categories.get(pathKey(levels)) : categories.get(name.toLowerCase());
    if (known !== undefined) ids.add(known);
    else if (levels.length > maxLevels) tooDeep.push(entry);
    else if (unknownCategories === "fail")
      reader.refuse(wanted, "category_unknown", "kategori", entry);
    else if (unknownCategories === "create" && levels.length > 0) added.push(levels.join(" > "));
  }
  return { ids: [...ids].sort(), added, tooDeep };
}
