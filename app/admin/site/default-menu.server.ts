import { uiWords } from "#app/messages/shared/ui.ts";
import { listCategoryTree } from "#shop/catalogue/category-tree.server.ts";
import type { SiteBody } from "#shop/content/document.ts";
import { maxHeaderEntries } from "#shop/content/menu.ts";

/** The initial body of a menu's editor: the links that visitors see while no document is published. */
export async function defaultMenu(isFooter: boolean): Promise<SiteBody> {
  const entries = isFooter ? footerEntries() : await headerEntries();
  return { entries: entries.map((entry, place) => ({ key: `s${place + 1}`, ...entry })) };
}

async function headerEntries(): Promise<readonly object[]> {
  const categories = await listCategoryTree("id");
  const label = { id: uiWords("id").allProducts, en: uiWords("en").allProducts };
  return [
    { kind: "link", label, link: "/Shop" },
    ...categories
      .filter(({ path }) => path.length === 1)
      .map(({ id }) => ({ kind: "category", category: id })),
  ].slice(0, maxHeaderEntries);
}

/** The built-in columns without the legal links: every footer shows those. */
function footerEntries(): readonly object[] {
  const [id, en] = [uiWords("id").footer, uiWords("en").footer];
  const legal = new Set(id.legal.links.map(([, path]) => path));
  return id.groups.flatMap((group, index) => [
    { kind: "column", title: { id: group.title, en: en.groups[index]?.title ?? "" } },
    ...group.links.flatMap(([label, link], place) =>
      legal.has(link)
        ? []
        : [
            {
              kind: "link",
              label: { id: label, en: en.groups[index]?.links[place]?.[0] ?? "" },
              link,
            },
          ],
    ),
  ]);
}
