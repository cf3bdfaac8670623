import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { PastedPieces } from "./pasted-pieces.ts";

type Line = PastedPieces["lines"][number];

export interface MatchedLines {
  /** The line of each variant. */
  readonly matched: ReadonlyMap<string, Line>;
  /** Lines as they were pasted that match no variant, or whose variant occurs on another line as well. */
  readonly unmatched: readonly string[];
}

/**
 * Finds the variants of pasted lines by SKU, in any letter case, or barcode.
 * @param among a condition on the variant `v`
 */
export async function matchPasted(
  sql: Sql,
  { lines, unmatched }: PastedPieces,
  among: SqlFragment,
): Promise<MatchedLines> {
  const codes = lines.map(({ code }) => code);
  const rows = await sql<{ code: string; id: string }[]>`
    with wanted as (select unnest(${codes}::text[]) as code), named as (
      select w.code, v.id, 1 as place from wanted w join product_variants v on upper(v.sku) = upper(w.code)
      where ${among}
      union all
      select w.code, v.id, 2 from wanted w join product_variants v on v.barcode = w.code where ${among}
    )
    select distinct on (code) code, id from named order by code, place, id`;
  const ids = new Map(rows.map(({ code, id }) => [code, id]));
  const byVariant = Map.groupBy(lines, ({ code }) => ids.get(code));
  const matched = new Map<string, Line>();
  const left = [...unmatched];
  for (const [id, [line, ...others]] of byVariant) {
    // If two lines name one variant, it is unclear which quantity is right, so both are refused.
    if (id !== undefined && line && others.length === 0) matched.set(id, line);
    else left.push(...[line, ...others].flatMap((one) => (one ? [one.text] : [])));
  }
  // Sorted by id: concurrent pastes lock rows in the same order and cannot deadlock.
  return {
    matched: new Map([...matched].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    unmatched: left,
  };
}
