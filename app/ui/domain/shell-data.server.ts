import { languageOf } from "#app/language.ts";
import { listCategories } from "#shop/catalogue/catalogue.server.ts";
import type { Category } from "#shop/catalogue/catalogue.ts";
import type { NavCategory } from "./header/header.tsx";

/** One list for one list: what is made of it is kept as long as it is. */
const names = new WeakMap<readonly Category[], readonly NavCategory[]>();

/** What the frame of every public page needs: the category paths of the header. */
export async function shellData(url: URL): Promise<{ categories: readonly NavCategory[] }> {
  const categories = await listCategories(languageOf(url.pathname));
  const named = names.get(categories) ?? categories.map(({ slug, name }) => ({ slug, name }));
  names.set(categories, named);
  return { categories: named };
}
