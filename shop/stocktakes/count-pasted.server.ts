import { fail, ok, type Result } from "#base/result.ts";
import { type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { setCount } from "./count-line.server.ts";
import { readPastedCounts } from "./pasted-counts.ts";

export type PastedCountsProblem =
  | { readonly code: "not_permitted" | "stocktake_state" | "not_found" | "pasted_nothing" }
  /** Lines that match no variant of the stocktake; nothing was counted. */
  | { readonly code: "pasted_unmatched"; readonly lines: readonly string[] };

/**
 * States what this person counted of many lines, from a pasted table of SKUs or barcodes and pieces. All of them in one
 * transaction; a repeated request counts once.
 * @param input.skips continues without the lines that match no variant of the stocktake
 * @returns how many lines were counted
 */
export async function countPasted(
  actor: Person,
  stocktakeId: string,
  input: { readonly key: string; readonly text: string; readonly skips: boolean },
): Promise<Result<number, PastedCountsProblem>> {
  const pasted = readPastedCounts(input.text);
  try {
    const counted = await asStaff<number, PastedCountsProblem>(
      actor,
      "stock.adjust",
      async (sql) => {
        const ids = await findIds(
          sql,
          stocktakeId,
          pasted.counts.map(({ code }) => code),
        );
        const unmatched = [...pasted.unmatched];
        const counts = new Map<string, number>();
        for (const { code, pieces, line } of pasted.counts) {
          const id = ids.get(code);
          // A variant that is pasted twice has two figures, of which neither is sure.
          const isTwice = pasted.counts.some(
            (other) => other.line !== line && ids.get(other.code) === id,
          );
          if (id === undefined || isTwice) unmatched.push(line);
          else counts.set(id, pieces);
        }
        if (unmatched.length > 0 && !input.skips)
          return fail({ code: "pasted_unmatched", lines: unmatched });
        if (counts.size === 0) return fail({ code: "pasted_nothing" });
        // In one order, so that two pastes do not wait for each other.
        for (const [variant_id, pieces] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
          const place = { stocktake_id: stocktakeId, variant_id, counted_by: actor.id };
          await setCount(sql, place, pieces, `${input.key}:${variant_id}`);
        }
        return ok(counts.size);
      },
      { code: "not_permitted" },
    );
    return counted;
  } catch (error) {
    if (violatedConstraint(error) === "stocktake_not_counting")
      return fail({ code: "stocktake_state" });
    throw error;
  }
}

/** The variants of a stocktake by SKU, in any letter case, or barcode. */
async function findIds(
  sql: Sql,
  stocktakeId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ code: string; id: string }[]>`
    with wanted as (select unnest(${[...codes]}::text[]) as code), named as (
      select w.code, v.id, 1 as place from wanted w join product_variants v on upper(v.sku) = upper(w.code)
      union all
      select w.code, v.id, 2 from wanted w join product_variants v on v.barcode = w.code
    )
    select distinct on (n.code) n.code, n.id from named n
    join stocktake_lines l on l.variant_id = n.id and l.stocktake_id = ${stocktakeId}
    order by n.code, n.place, n.id`;
  return new Map(rows.map(({ code, id }) => [code, id]));
}
