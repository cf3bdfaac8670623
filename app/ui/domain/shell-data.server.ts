import { languageOf } from "#app/language.ts";
import { listCategories } from "#shop/catalogue/catalogue.server.ts";
import type { Category } from "#shop/catalogue/catalogue.ts";
import type { NavCategory } from "./header/header.tsx";

/** The menu has the first level alone; a category's page leads on. */
function firstLevel(categories: readonly Category[]): readonly NavCategory[] {
  return categories
    .filter(({ path }) => path.length === 1)
    .map(({ slug, name }) => ({ slug, name }));
}

/** Caches the list of each source list for as long as the source lives. */
const names = new WeakMap<readonly Category[], readonly NavCategory[]>();

/** Data of every public page's frame: the category paths of the header. */
export async function shellData(url: URL): Promise<{ categories: readonly NavCategory[] }> {
  const categories = await listCategories(languageOf(url.pathname));
  const named = names.get(categories) ?? firstLevel(categories);
  names.set(categories, named);
  return { categories: named };
}
