import type { Sql, SqlFragment } from "#db/client.server.ts";
import { textMatch } from "#shop/catalogue/search.server.ts";

/** A query with more matches than this is answered by walking the list's own order. */
const maxIndexedMatches = 2000;

/**
 * A condition on `products p` for a typed query; empty for a query without letters or digits. The text index reads every
 * match before the list can be sorted, so a common word would cost as much as it has products. A list in its own order
 * meets a common word soon, so then the condition is written in a way that no index serves.
 */
export async function searchCondition(sql: Sql, q: string): Promise<{ where: SqlFragment }> {
  const match = textMatch(sql, q);
  if (!match) return { where: sql`` };
  const [found] = await sql<{ n: number }[]>`
    select count(*)::int as n from (
      select from products p where p.search @@ ${match.prefixes} limit ${maxIndexedMatches + 1}) matches`;
  const isCommon = (found?.n ?? 0) > maxIndexedMatches;
  // In an object, because a fragment is a promise that `await` would run.
  return {
    where: isCommon
      ? sql`and (p.search || ''::tsvector) @@ ${match.prefixes}`
      : sql`and p.search @@ ${match.prefixes}`,
  };
}
