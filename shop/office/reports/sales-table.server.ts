import type { Language } from "#base/language.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { nameKeys } from "#shop/orders/figures/name-keys.server.ts";
import { readSalesByTime, readSalesReport } from "#shop/orders/figures/read-sales-report.server.ts";
import {
  averageOf,
  changeOfSales,
  keptOf,
  type SalesRow,
  type SalesSums,
  shareOf,
} from "#shop/orders/figures/sales-report.ts";
import {
  type Cell,
  type Column,
  type ColumnKind,
  type ColumnName,
  dimensionOf,
  type Figure,
  type Report,
  type ReportInput,
  type ReportName,
} from "./report.ts";

interface ValueColumn extends Column {
  readonly of: (row: SalesRow, sum: SalesSums) => Cell;
}

const column = (
  name: ColumnName,
  kind: ColumnKind,
  of: ValueColumn["of"],
  isFileOnly = false,
): ValueColumn => ({ name, kind, of, isFileOnly });

const values: readonly ValueColumn[] = [
  column("orders", "count", (row) => row.orders),
  column("pieces", "count", (row) => row.pieces),
  column("gross", "money", (row) => row.gross, true),
  column("discount", "money", (row) => row.discount),
  column("net", "money", (row) => row.net),
  column("pieces_back", "count", (row) => row.pieces_back, true),
  column("back", "money", (row) => row.back),
  column("kept", "money", (row) => keptOf(row)),
  column("tax", "money", (row) => row.tax, true),
  column("share", "percent", (row, sum) => shareOf(row.net, sum.net)),
];

/** Columns of amounts that an order has once. */
const orderValues: readonly ValueColumn[] = [
  column("shipping", "money", (row) => row.shipping, true),
  column("fee", "money", (row) => row.fee, true),
  column("other_back", "money", (row) => row.other_back, true),
];

const costs: readonly ValueColumn[] = [
  column("cost", "money", (row) => row.cost ?? null, true),
  column("margin", "money", (row) => marginOf(row)),
  column("margin_share", "percent", (row) => shareOf(marginOf(row) ?? 0, row.base ?? 0)),
  column("uncosted", "count", (row) => row.uncosted ?? null, true),
];

const compared: readonly ValueColumn[] = [
  column("net_before", "money", (row) => row.net_before, true),
  column("change", "change", (row) =>
    changeOfSales(
      { value: row.net, orders: row.orders },
      { value: row.net_before ?? 0, orders: row.orders_before ?? 0 },
    ),
  ),
];

/** Null where no cost is known. */
function marginOf({ base = 0, cost = 0, uncosted = 0 }: SalesSums): number | null {
  return base === 0 && cost === 0 && uncosted !== 0 ? null : base - cost;
}

const firstKinds: Readonly<Partial<Record<ReportName, ColumnKind>>> = {
  Days: "day",
  Months: "month",
  Customers: "customer_type",
  Sources: "source",
  Categories: "category",
};

/** Sales of a period by the dimension of the report, or by day or month. @returns null without `reports.read` */
export async function readSales(
  actor: Person,
  { name, period, order, limit }: ReportInput,
  language: Language,
): Promise<Report | null> {
  const { ranges } = period;
  const dimension = dimensionOf[name];
  const report = await readSalesReport(actor, dimension ?? "all", ranges, order, limit);
  if (!report) return null;
  const byTime = dimension
    ? null
    : await readSalesByTime(actor, name === "Months" ? "m" : "d", ranges.now);
  // The newest day or month first.
  const rows = byTime ? [...byTime].reverse() : report.rows;
  const kind = firstKinds[name] ?? "text";
  const names =
    dimension && (kind === "text" || kind === "category")
      ? await nameKeys(
          dimension,
          rows.map(({ key }) => key),
          language,
        )
      : undefined;
  const isOfGoods = dimension === "product" || dimension === "variant" || dimension === "category";
  const hasMargin = may(actor, "costs.read") && marginOf(report.sum) !== null;
  const columns: readonly ValueColumn[] = [
    column(kind === "day" || kind === "month" ? kind : "name", kind, ({ key }) =>
      names && key !== "" ? (names.get(key) ?? null) : key,
    ),
    ...values,
    ...(isOfGoods ? [] : orderValues),
    ...(hasMargin ? costs : []),
    ...(dimension && ranges.before ? compared : []),
  ];
  return {
    figures: figuresOf(report.sum, report.sumBefore, hasMargin),
    columns: columns.map(({ name, kind, isFileOnly = false }) => ({ name, kind, isFileOnly })),
    rows: rows.slice(0, limit).map((row) => columns.map(({ of }) => of(row, report.sum))),
    isCut: report.isCut || rows.length > limit,
  };
}

function figuresOf(
  sum: SalesSums,
  before: SalesSums | null,
  hasMargin: boolean,
): readonly Figure[] {
  const figure = (
    name: Figure["name"],
    kind: Figure["kind"],
    of: (sums: SalesSums) => number | null,
  ): Figure => {
    const earlier = before && of(before);
    const value = of(sum);
    return {
      name,
      kind,
      value,
      before: earlier,
      change:
        before && value !== null && earlier !== null
          ? changeOfSales({ value, orders: sum.orders }, { value: earlier, orders: before.orders })
          : null,
    };
  };
  return [
    figure("net", "money", ({ net }) => net),
    figure("orders", "count", ({ orders }) => orders),
    figure("average", "money", averageOf),
    figure("back", "money", ({ back, other_back }) => back + other_back),
    ...(hasMargin ? [figure("margin", "money", marginOf)] : []),
  ];
}
