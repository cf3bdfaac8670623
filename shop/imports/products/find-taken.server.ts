import type { Sql } from "#db/client.server.ts";
import type { RowProblem } from "#shop/imports/kind.ts";
import type { ProductPlan } from "./plan.ts";

/** SKUs and barcodes that another variant has, in the shop or in the file. */
export async function findTaken(
  sql: Sql,
  importId: string,
  plans: readonly ProductPlan[],
): Promise<ReadonlyMap<string, readonly RowProblem[]>> {
  const wanted = plans.flatMap((plan) =>
    plan.save.variants.map(({ id, sku, barcode }) => ({
      key: plan.key,
      id,
      sku,
      barcode,
      row_no:
        plan.rows.find(({ cells }) => cells.sku?.trim() === sku)?.row_no ??
        plan.rows[0]?.row_no ??
        0,
    })),
  );
  if (wanted.length === 0) return new Map();
  const list = sql.json(wanted);
  const rows = await sql<
    { key: string; row_no: number; code: string; field: "sku" | "barcode"; value: string }[]
  >`
    with wanted as (
      select * from jsonb_to_recordset(${list}) w (key text, id uuid, sku text, barcode text, row_no bigint)
    )
    select w.key, w.row_no, 'sku_taken' as code, 'sku' as field, w.sku || ' · ' || (p.name ->> 'id') as value
    from wanted w join product_variants v on v.sku = w.sku and v.id <> w.id join products p on p.id = v.product_id
    where not exists (select from wanted other where other.id = v.id)
    union all
    select w.key, w.row_no, 'barcode_taken', 'barcode', w.barcode || ' · ' || (p.name ->> 'id')
    from wanted w join product_variants v on v.barcode = w.barcode and v.id <> w.id join products p on p.id = v.product_id
    where not exists (select from wanted other where other.id = v.id)
    union all
    select w.key, w.row_no, 'sku_twice', 'sku', w.sku
    from wanted w where exists (select from private.import_rows r
      where r.import_id = ${importId} and r.sku = w.sku and r.thing_key <> w.key)
    union all
    select w.key, w.row_no, 'barcode_invalid', 'barcode', w.barcode
    from wanted w where not private.is_gtin(w.barcode)`;
  const found = new Map<string, RowProblem[]>();
  for (const { key, row_no, code, field, value } of rows) {
    const problem: RowProblem = { row_no, code, column: field, value };
    const known = found.get(key);
    if (known) known.push(problem);
    else found.set(key, [problem]);
  }
  return found;
}
