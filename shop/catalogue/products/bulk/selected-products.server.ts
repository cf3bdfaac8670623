import type { Sql, SqlFragment } from "#db/client.server.ts";
import { productCondition } from "#shop/catalogue/products/list-products.server.ts";
import { productFields } from "#shop/catalogue/products/product-fields.ts";
import { readFilter } from "#shop/staff/filters/field.ts";
import type { Selection } from "./bulk-change.ts";

/** The condition for products `p` of a selection. In an object, because a fragment is a promise. */
export async function selected(sql: Sql, selection: Selection): Promise<{ where: SqlFragment }> {
  if (selection.of === "chosen") {
    return { where: sql`p.id = any (${[...selection.ids]}::uuid[])` };
  }
  const filter = readFilter(productFields, selection.filter);
  if (!filter.ok) throw new Error(`the filter of a task is invalid: ${filter.problem.code}`);
  const [shop] = await sql<{ time_zone: string }[]>`select time_zone from shop_settings`;
  const { where } = await productCondition(
    sql,
    { q: selection.q, filter: filter.value },
    shop?.time_zone ?? "Asia/Jakarta",
  );
  return {
    where: sql`${where} and p.created_at <= ${selection.until}::text::timestamptz
      and p.id <> all (${[...selection.except]}::uuid[])`,
  };
}
