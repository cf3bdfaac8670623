import type { Sql } from "#db/client.server.ts";
import { wordsOf } from "#shop/catalogue/search.server.ts";
import { maxCompared, type ShopSize } from "./large-shop.server.ts";
import { popularOrder } from "./popular.server.ts";
import { bestOf, type QueryWords, readQueryWords } from "./query-words.server.ts";

/** What a large shop suggests for a query that is still being typed. */
export async function suggestInLargeShop(
  sql: Sql,
  q: string,
  most: number,
  size: ShopSize,
): Promise<readonly string[]> {
  const words = wordsOf(q);
  for (const corrects of [false, true]) {
    const query = await readQueryWords(sql, words, size.products, corrects);
    if (corrects && query.words.join(" ") === words.join(" ")) break;
    const ids = await suggestWords(sql, query, most, size);
    if (ids.length > 0) return ids;
  }
  return [];
}

async function suggestWords(
  sql: Sql,
  { tsquery, words, share, commonest }: QueryWords,
  most: number,
  { products, maxCandidates }: ShopSize,
): Promise<readonly string[]> {
  if (share * products > maxCandidates) {
    const best = await sql<{ id: string }[]>`
      select p.id from ${bestOf(sql, commonest)} b join catalogue.products p on p.id = b.product_id
      where p.search @@ ${tsquery} order by b.place limit ${most}`;
    if (best.length > 0) return best.map(({ id }) => id);
  }
  const rows = await sql<{ id: string }[]>`
    with matched as materialized (
      select p.id, p.search_text, p.stock_band, p.best_seller_rank, p.published_at
      from catalogue.products p where p.search @@ ${tsquery} limit ${maxCandidates}
    )
    select p.id from matched p order by case when (select count(*) from matched) <= ${maxCompared}
      then extensions.word_similarity(${words.join(" ")}, p.search_text) end desc nulls last, ${popularOrder(sql)}, p.id
    limit ${most}`;
  return rows.map(({ id }) => id);
}
