import type { Sql, SqlFragment } from "#db/client.server.ts";
import { textMatch } from "#shop/catalogue/search.server.ts";

/** A query that PostgreSQL expects to find more is answered by walking the list's own order. */
const maxIndexedMatches = 2000;

/**
 * A condition on `products p` for a typed query; empty for a query without letters or digits. The text index reads every
 * match before the list can be sorted, so a common word would cost as much as it has products. A list in its own order
 * meets a common word soon, so then the condition is written in a way that no index serves. Which words are common is in
 * PostgreSQL's statistics: counting the matches would read them all.
 */
export async function searchCondition(sql: Sql, q: string): Promise<{ where: SqlFragment }> {
  const match = textMatch(sql, q);
  if (!match) return { where: sql`` };
  const [planned] = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }[]>`
    explain (format json) select from products p where p.search @@ ${match.prefixes}`;
  if (!planned) throw new Error("a search has no plan");
  const expected = planned["QUERY PLAN"][0].Plan["Plan Rows"];
  // In an object, because a fragment is a promise that `await` would run.
  return {
    where:
      expected > maxIndexedMatches
        ? sql`and (p.search || ''::tsvector) @@ ${match.prefixes}`
        : sql`and p.search @@ ${match.prefixes}`,
  };
}
