import { inLanguage, type Language, type LocalText } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { type Report, uncompared } from "./report.ts";

interface Row {
  name: LocalText | null;
  variants: number;
  pieces: number;
  at_cost: number;
  uncosted: number;
  at_price: number;
  /** Of all rows, also of those beyond the limit. */
  all_pieces: number;
  all_at_cost: number;
  all_at_price: number;
}

/** The current pieces on hand and their value, by the first category of their product. */
export async function readStockValue(limit: number, language: Language): Promise<Report> {
  const rows = await asShop()<Row[]>`
    with first_category as (
      select distinct on (c.product_id) c.product_id, k.id, k.name
      from product_categories c join categories k on k.id = c.category_id order by c.product_id, k.position, k.id
    ), newest_cost as (
      select distinct on (variant_id) variant_id, cost from variant_costs order by variant_id, id desc
    )
    select k.name, count(*)::bigint as variants, sum(i.on_hand)::bigint as pieces,
      coalesce(sum(i.on_hand * c.cost), 0)::bigint as at_cost,
      coalesce(sum(i.on_hand) filter (where c.cost is null), 0)::bigint as uncosted, sum(i.on_hand * v.price)::bigint as at_price,
      (sum(sum(i.on_hand)) over ())::bigint as all_pieces, (sum(coalesce(sum(i.on_hand * c.cost), 0)) over ())::bigint as all_at_cost,
      (sum(sum(i.on_hand * v.price)) over ())::bigint as all_at_price
    from stock_items i join product_variants v on v.id = i.variant_id
    left join first_category k on k.product_id = v.product_id left join newest_cost c on c.variant_id = v.id
    where i.on_hand > 0
    group by k.id, k.name order by 4 desc, 6 desc, k.id limit ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const figure = (name: "pieces" | "at_cost" | "at_price", kind: "count" | "money") =>
    uncompared(name, kind, rows[0]?.[`all_${name}`] ?? 0);
  return {
    figures: [figure("at_cost", "money"), figure("at_price", "money"), figure("pieces", "count")],
    columns: [
      { name: "name", kind: "category" },
      { name: "variants", kind: "count" },
      { name: "pieces", kind: "count" },
      { name: "at_cost", kind: "money" },
      { name: "uncosted", kind: "count" },
      { name: "at_price", kind: "money" },
    ],
    rows: shown.map((row) => [
      row.name ? inLanguage(row.name, language) : "",
      row.variants,
      row.pieces,
      row.at_cost,
      row.uncosted,
      row.at_price,
    ]),
    isCut: rows.length > limit,
  };
}
