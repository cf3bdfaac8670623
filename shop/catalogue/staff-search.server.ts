import type { Sql, SqlFragment } from "#db/client.server.ts";
import { textMatch } from "./search.server.ts";

/** A query that finds more is answered by walking the list's own order. */
const maxIndexedMatches = 2000;
/**
 * Of a word without statistics PostgreSQL expects half a percent of all products, be there none or many: its matches are
 * counted.
 */
const shareOfUnknown = 0.006;

/**
 * A condition on `products p` for a typed query; empty for a query without letters or digits. The text index reads every
 * match before the list can be sorted, so a common word would cost as much as it has products. A list in its own order
 * meets a common word soon, so then the condition is written in a way that no index serves. Which words are common is in
 * PostgreSQL's statistics: counting their matches would read them all.
 */
export async function searchCondition(sql: Sql, q: string): Promise<{ where: SqlFragment }> {
  const match = textMatch(sql, q);
  if (!match) return { where: sql`` };
  const { prefixes } = match;
  // In an object, because a fragment is a promise that `await` would run.
  return {
    where: (await isCommon(sql, prefixes))
      ? sql`and (p.search || ''::tsvector) @@ ${prefixes}`
      : // As an array: PostgreSQL would walk the list's order for a word of which it expects many.
        sql`and p.id = any (array(select id from products where search @@ ${prefixes}))`,
  };
}

async function isCommon(sql: Sql, prefixes: SqlFragment): Promise<boolean> {
  const [planned] = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }[]>`
    explain (format json) select from products p where p.search @@ ${prefixes}`;
  if (!planned) throw new Error("a search has no plan");
  const expected = planned["QUERY PLAN"][0].Plan["Plan Rows"];
  if (expected <= maxIndexedMatches) return false;
  const [known] = await sql<{ products: number }[]>`
    select reltuples::float8 as products from pg_class where oid = 'public.products'::regclass`;
  if (expected > (known?.products ?? 0) * shareOfUnknown) return true;
  const [found] = await sql<{ n: number }[]>`
    select count(*)::int as n
    from (select from products where search @@ ${prefixes} limit ${maxIndexedMatches + 1}) matches`;
  return (found?.n ?? 0) > maxIndexedMatches;
}
