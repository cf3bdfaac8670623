import { languageOf } from "#app/language.ts";
import type { CategoryNode } from "#shop/catalogue/catalogue.ts";
import { listCategoryTree } from "#shop/catalogue/category-tree.server.ts";
import type { NavCategory } from "./header/header.tsx";

/** The menu has the first level alone; a category's page leads on. */
function firstLevel(categories: readonly CategoryNode[]): readonly NavCategory[] {
  return categories
    .filter(({ path }) => path.length === 1)
    .map(({ slug, name }) => ({ slug, name }));
}

/** Caches the list of each source list for as long as the source lives. */
const names = new WeakMap<readonly CategoryNode[], readonly NavCategory[]>();

/**
 * Data of every public page's frame: the category paths of the header. They depend on no product, so that a page stays
 * stored while others' products change (docs/why/catalogue.md).
 */
export async function shellData(url: URL): Promise<{ categories: readonly NavCategory[] }> {
  const categories = await listCategoryTree(languageOf(url.pathname));
  const named = names.get(categories) ?? firstLevel(categories);
  names.set(categories, named);
  return { categories: named };
}
