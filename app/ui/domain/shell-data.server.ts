import { languageOf } from "#app/language.ts";
import { uiWords } from "#app/messages/shared/ui.ts";
import { inLanguage, type Language, localPath, plainPath } from "#base/language.ts";
import { listCategoryTree } from "#shop/catalogue/category-tree.server.ts";
import { listPublicCollections } from "#shop/catalogue/collections/show-collection.server.ts";
import { findFooterMenu, findHeaderMenu } from "#shop/content/live-site.server.ts";
import type { MenuLink } from "#shop/content/menu.ts";
import type { ShellData, ShownLink } from "./shell-data.ts";

/**
 * Data of every public page's frame: the menus. They depend on no product, so a change of a product does not invalidate
 * stored pages that do not show it (docs/why/catalogue.md).
 */
export async function shellData(url: URL): Promise<ShellData> {
  const language = languageOf(url.pathname);
  const [header, footer] = await Promise.all([findHeaderMenu(), findFooterMenu()]);
  return {
    menu: header ? await shownLinks(header, language) : await builtInMenu(language),
    footer: footer
      ? await Promise.all(
          footer.map(async ({ column, links }) => ({
            title: inLanguage(column.title, language),
            links: await shownLinks(links, language),
          })),
        )
      : null,
  };
}

/** All products and the first level of categories. The page of a category links to the levels below. */
async function builtInMenu(language: Language): Promise<readonly ShownLink[]> {
  const categories = await listCategoryTree(language);
  return [
    { name: uiWords(language).allProducts, to: localPath(language, "/Shop") },
    ...categories
      .filter(({ path }) => path.length === 1)
      .map(({ name, slug }) => ({ name, to: categoryPath(language, slug) })),
  ];
}

const categoryPath = (language: Language, slug: string) =>
  `${localPath(language, "/Shop")}?category=${slug}`;

/** Leaves out categories and collections that are not public. */
async function shownLinks(
  entries: readonly MenuLink[],
  language: Language,
): Promise<readonly ShownLink[]> {
  const [categories, collections] = await Promise.all([
    listCategoryTree(language),
    entries.some(({ kind }) => kind === "collection") ? listPublicCollections(language) : [],
  ]);
  return entries.flatMap((entry): ShownLink[] => {
    if (entry.kind === "link") {
      const { link } = entry;
      const to = link.startsWith("/") ? localPath(language, plainPath(link)) : link;
      return [{ name: inLanguage(entry.label, language), to }];
    }
    if (entry.kind === "category") {
      return categories
        .filter(({ id }) => id === entry.category)
        .map(({ name, slug }) => ({ name, to: categoryPath(language, slug) }));
    }
    return collections
      .filter(({ id }) => id === entry.collection)
      .map(({ name, slug }) => ({ name, to: localPath(language, `/Collections/${slug}`) }));
  });
}
