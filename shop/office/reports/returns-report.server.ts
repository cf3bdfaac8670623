import { inLanguage, type Language, type LocalText } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import type { DayRange } from "#shop/orders/figures/report-period.ts";
import { shareOf } from "#shop/orders/figures/sales-report.ts";
import { loadSettings } from "#shop/settings/load-settings.server.ts";
import { type Report, uncompared } from "./report.ts";

/** Reasons that count as the shop's fault. */
const faults: ReadonlySet<string> = new Set([
  "not_as_described",
  "damaged",
  "misprinted",
  "wrong_item",
  "missing",
]);

interface Row {
  name: LocalText | null;
  reason: string;
  pieces: number;
  resellable: number;
  damaged: number;
  value: number;
  sold: number;
  /** Of all rows, also of those beyond the limit. */
  all_pieces: number;
  all_value: number;
}

/** Pieces that buyers returned or claimed in a period, by product and reason, without declined or canceled requests. */
export async function readReturns(
  range: DayRange,
  limit: number,
  language: Language,
): Promise<Report> {
  const sql = asShop();
  const { time_zone: zone } = await loadSettings(sql);
  const rows = await sql<Row[]>`
    with back as (
      select l.product_id, r.reason, sum(n.quantity)::bigint as pieces, coalesce(sum(n.resellable), 0)::bigint as resellable,
        coalesce(sum(n.damaged), 0)::bigint as damaged, round(sum(l.total::numeric * n.quantity / l.quantity))::bigint as value
      from returns r join return_lines n on n.return_id = r.id join order_lines l on l.id = n.order_line_id
      where r.created_at >= (${range.from}::date::timestamp at time zone ${zone})
        and r.created_at < ((${range.until}::date + 1)::timestamp at time zone ${zone})
        and r.status not in ('declined', 'canceled')
      group by 1, 2
    ), sold as (
      select f.product_id, sum(f.pieces)::bigint as pieces from sales_facts f
      where f.day between ${range.from}::date and ${range.until}::date and f.kind = 'goods'
        and f.product_id in (select product_id from back)
      group by 1
    )
    select p.name, b.reason, b.pieces, b.resellable, b.damaged, b.value, coalesce(s.pieces, 0) as sold,
      (sum(b.pieces) over ())::bigint as all_pieces, (sum(b.value) over ())::bigint as all_value
    from back b left join products p on p.id = b.product_id left join sold s on s.product_id = b.product_id
    order by b.pieces desc, b.value desc, b.product_id, b.reason limit ${limit + 1}`;
  const shown = rows.slice(0, limit);
  return {
    figures: [
      uncompared("pieces_back", "count", rows[0]?.all_pieces ?? 0),
      uncompared("value", "money", rows[0]?.all_value ?? 0),
    ],
    columns: [
      { name: "name", kind: "text" },
      { name: "reason", kind: "reason" },
      { name: "shop_fault", kind: "yes" },
      { name: "pieces_back", kind: "count" },
      { name: "share_of_sold", kind: "percent" },
      { name: "resellable", kind: "count" },
      { name: "damaged", kind: "count" },
      { name: "value", kind: "money" },
    ],
    rows: shown.map((row) => [
      row.name && inLanguage(row.name, language),
      row.reason,
      faults.has(row.reason) ? "yes" : "no",
      row.pieces,
      shareOf(row.pieces, row.sold),
      row.resellable,
      row.damaged,
      row.value,
    ]),
    isCut: rows.length > limit,
  };
}
