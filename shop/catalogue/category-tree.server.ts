import type { Language } from "#base/language.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { CategoryNode } from "./catalogue.ts";

/** Published categories in the order of the tree: each is followed by those below it. */
export const listCategoryTree = cached("category tree", readTree, withoutProducts);

async function readTree(language: Language): Promise<CategoryNode[]> {
  const sql = asVisitor();
  const rows = await sql<{ id: string; path: string[]; slug: string; name: string }[]>`
    select c.id, c.path, c.slug, ${textIn(sql, sql`c.name`, language)} as name
    from categories c order by c.position, c.slug`;
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  const below = (parent: string | undefined): CategoryNode[] =>
    rows
      .filter(({ path }) => path.at(-2) === parent)
      .flatMap(({ id, path, slug, name }) => [
        { id, slug, name, path: path.map((step) => slugs.get(step) ?? "") },
        ...below(id),
      ]);
  return below(undefined);
}
