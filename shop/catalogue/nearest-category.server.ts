import type { Language } from "#base/language.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached } from "#shop/kernel/cache.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { CategoryStep } from "./catalogue.ts";

/**
 * The category that has most of some products, for a search that found nothing.
 * @param ids of the products nearest to the query
 */
export const findNearestCategory = cached(
  "nearest category",
  async (ids: readonly string[], language: Language): Promise<CategoryStep | null> => {
    if (ids.length === 0) return null;
    const sql = asVisitor();
    const [category] = await sql<CategoryStep[]>`
      select c.slug, ${textIn(sql, sql`c.name`, language)} as name
      from catalogue.product_categories pc join categories c on c.id = pc.category_id
      where pc.product_id = any (${ids as string[]}::uuid[])
      group by c.id order by count(*) desc, c.position, c.id limit 1`;
    return category ?? null;
  },
);
