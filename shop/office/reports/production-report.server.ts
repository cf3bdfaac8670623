import { inLanguage, type Language, type LocalText } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import type { DayRange } from "#shop/orders/figures/report-period.ts";
import { shareOf } from "#shop/orders/figures/sales-report.ts";
import { loadSettings } from "#shop/settings/load-settings.server.ts";
import { type Report, uncompared } from "./report.ts";

interface Row {
  name: LocalText | null;
  process: string | null;
  good: number;
  spoiled: number;
  reprinted: number;
  /** Of all rows, also of those beyond the limit. */
  all_good: number;
  all_spoiled: number;
  all_reprinted: number;
}

/** Printed pieces of a period by product and process. Reprints count on the day they were requested. */
export async function readProduction(
  range: DayRange,
  limit: number,
  language: Language,
): Promise<Report> {
  const sql = asShop();
  const { time_zone: zone } = await loadSettings(sql);
  const within = sql`
    at >= (${range.from}::date::timestamp at time zone ${zone})
    and at < ((${range.until}::date + 1)::timestamp at time zone ${zone})`;
  const rows = await sql<Row[]>`
    select p.name, w.*, (sum(w.good) over ())::bigint as all_good, (sum(w.spoiled) over ())::bigint as all_spoiled,
      (sum(w.reprinted) over ())::bigint as all_reprinted
    from (
      select l.product_id, c.process, sum(d.good)::bigint as good, sum(d.spoiled)::bigint as spoiled,
        sum(d.reprinted)::bigint as reprinted
      from (
        select customisation_id, good, spoiled, 0 as reprinted from production_jobs where ${within}
        union all
        select customisation_id, 0, 0, pieces - canceled from reprints where ${within}
      ) d
      join customisations c on c.id = d.customisation_id join order_lines l on l.id = c.order_line_id
      group by 1, 2) w
    left join products p on p.id = w.product_id
    order by w.good desc, w.product_id, w.process limit ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const figure = (name: "good" | "spoiled" | "reprinted") =>
    uncompared(name, "count", rows[0]?.[`all_${name}`] ?? 0);
  return {
    figures: [figure("good"), figure("spoiled"), figure("reprinted")],
    columns: [
      { name: "name", kind: "text" },
      { name: "process", kind: "process" },
      { name: "good", kind: "count" },
      { name: "spoiled", kind: "count" },
      { name: "spoiled_share", kind: "percent" },
      { name: "reprinted", kind: "count" },
    ],
    rows: shown.map((row) => [
      row.name && inLanguage(row.name, language),
      row.process ?? "",
      row.good,
      row.spoiled,
      shareOf(row.spoiled, row.good + row.spoiled),
      row.reprinted,
    ]),
    isCut: rows.length > limit,
  };
}
