import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { textMatch } from "#shop/catalogue/search.server.ts";
import { valuesAtCost } from "#shop/catalogue/stock/costs.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { taxIncluded } from "#shop/kernel/tax.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import { loadSettings } from "#shop/settings/load-settings.server.ts";
import { newestFirst, type Position, readKeyset } from "#shop/staff/filters/read-list.server.ts";
import type { Sale, SalePreview, SalePreviewRow, SaleStatus } from "./sale.ts";
import { variantsOfSale } from "./variants-of-sale.server.ts";

const salesPerPage = 50;
/** Rows of a preview, and products of a search. */
const maxPreviewed = 50;
const maxHits = 10;

const statusColumn = (sql: Sql) => sql`
  case when s.state <> 'scheduled' then s.state when s.starts_at > now() then 'upcoming'
    when s.ends_at > now() then 'running' else 'over' end as status`;

export interface SaleRow {
  readonly id: string;
  readonly name: string;
  readonly kind: Sale["kind"];
  readonly value: number;
  readonly status: SaleStatus;
  /** ISO 8601. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly variants: number;
}

export interface SalePage extends Position {
  readonly sales: readonly SaleRow[];
}

/** A page of the sales, the newest first. */
export async function listSales(actor: Person, position: Position): Promise<SalePage> {
  if (!may(actor, "products.read")) return { sales: [], after: null, before: null };
  const sql = asShop();
  const page = await readKeyset(sql, "sales", sql`true`, newestFirst, position, salesPerPage);
  const rows = await sql<
    (Omit<SaleRow, "starts_at" | "ends_at"> & { starts_at: Date; ends_at: Date })[]
  >`
    select s.id, s.name, s.kind, s.value, ${statusColumn(sql)}, s.starts_at, s.ends_at,
      (select count(*)::int from sale_prices sp where sp.sale_id = s.id) as variants
    from unnest(${[...page.ids]}::uuid[]) with ordinality wanted (id, place) join sales s using (id) order by wanted.place`;
  const sales = rows.map((row) => ({
    ...row,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
  }));
  return { sales, after: page.after, before: page.before };
}

export async function readShopTimeZone(): Promise<ShopTimeZone> {
  const [row] = await asShop()<{ time_zone: ShopTimeZone }[]>`select time_zone from shop_settings`;
  if (!row) throw new Error("the shop has no settings row");
  return row.time_zone;
}

/** @returns undefined for an unknown one, and for staff who may not see products */
export async function findSale(actor: Person, id: string): Promise<Sale | undefined> {
  if (!may(actor, "products.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const [row] = await sql<Sale[]>`
    select s.id, s.version, s.name, s.kind, s.value, s.product_ids, s.category_ids, ${statusColumn(sql)},
      to_char(s.starts_at at time zone k.time_zone, 'YYYY-MM-DD"T"HH24:MI') as starts_at,
      to_char(s.ends_at at time zone k.time_zone, 'YYYY-MM-DD"T"HH24:MI') as ends_at,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name ->> 'id'), '[]')
        from products p where p.id = any (s.product_ids)) as products
    from sales s cross join shop_settings k where s.id = ${id}`;
  return row;
}

/** What a stored draft would do, or what a scheduled sale does. */
export async function previewSale(
  actor: Person,
  id: string,
  language: Language,
): Promise<SalePreview> {
  const sql = asShop();
  const [isAtCost, { tax }] = await Promise.all([valuesAtCost(actor), loadSettings(sql)]);
  const rows = await sql<
    (Omit<SalePreviewRow, "margin"> & {
      cost: Rupiah | null;
      tax_class: string;
      variants: number;
      unchanged: number;
      clashes: number;
      costed: { price: Rupiah; cost: Rupiah; tax_class: string; count: number }[] | null;
    })[]
  >`
    with candidates as (
      select v.id as variant_id, ${textIn(sql, sql`p.name`, language)} as product, v.sku, v.price as current, p.tax_class,
        ${isAtCost ? sql`private.cost_of(v.id)` : sql`null::bigint`} as cost,
        s.id as sale_id, s.state, s.kind, s.value, s.starts_at, s.ends_at
      from sales s, ${variantsOfSale(sql)} and s.id = ${id}
    ), priced as (
      select c.variant_id, c.product, c.sku, c.tax_class, c.cost, coalesce(own.base_price, c.current) as base_price,
        case when c.state = 'draft' then private.sale_price(c.kind, c.value, c.current) else own.price end as price,
        case when c.state = 'draft' then (
          select o.name from sale_prices sp join sales o on o.id = sp.sale_id
          where sp.variant_id = c.variant_id
            and sp.period && tstzrange(greatest(c.starts_at, now()), greatest(c.ends_at, now())) limit 1) end as clash
      from candidates c left join sale_prices own on own.sale_id = c.sale_id and own.variant_id = c.variant_id
    )
    select *, (count(*) over ())::int as variants, (count(*) filter (where price is null) over ())::int as unchanged,
      (count(clash) over ())::int as clashes,
      (select json_agg(g) from (
        select price, cost, tax_class, count(*) as count from priced where price is not null and cost is not null
          and price < cost * 2 group by price, cost, tax_class
      ) g) as costed
    from priced order by clash is null, price is not null, sku limit ${maxPreviewed}`;
  const [first] = rows;
  const left = (price: Rupiah, cost: Rupiah, taxClass: string) =>
    price - taxIncluded(price, taxClass, tax) - cost;
  return {
    rows: rows.map(({ variant_id, product, sku, base_price, price, clash, cost, tax_class }) => ({
      variant_id,
      product,
      sku,
      base_price,
      price,
      clash,
      margin: cost === null ? null : left(price ?? base_price, cost, tax_class),
    })),
    // Only prices near the cost were grouped: PPN takes less than half of a price.
    below_cost: (first?.costed ?? [])
      .filter(({ price, cost, tax_class }) => left(price, cost, tax_class) < 0)
      .reduce((sum, { count }) => sum + count, 0),
    variants: first?.variants ?? 0,
    unchanged: first?.unchanged ?? 0,
    clashes: first?.clashes ?? 0,
  };
}

export interface ProductHit {
  readonly id: string;
  readonly name: { readonly id: string; readonly en: string };
  readonly slug: string;
}

/** At most ten products whose words begin with those of the query, by name. */
export async function searchProductHits(actor: Person, q: string): Promise<readonly ProductHit[]> {
  const sql = asShop();
  const match = textMatch(sql, q);
  if (!may(actor, "products.read") || !match) return [];
  return sql<ProductHit[]>`
    select p.id, p.name, p.slug from products p
    where p.search @@ ${match.prefixes} and p.status <> 'archived' order by p.name ->> 'id', p.id limit ${maxHits}`;
}
