import { languageOf } from "#app/language.ts";
import { listCategories } from "#shop/catalogue/catalogue.server.ts";

/** What the frame of every public page needs: the category paths of the header. */
export async function shellData(url: URL) {
  const categories = await listCategories(languageOf(url.pathname));
  return { categories: categories.map(({ slug, name }) => ({ slug, name })) };
}
