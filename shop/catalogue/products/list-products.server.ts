import type { Language } from "#base/language.ts";
import { ok, type Result } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { thumbnailOf } from "#shop/catalogue/card.server.ts";
import type { Thumbnail } from "#shop/catalogue/catalogue.ts";
import { searchCondition } from "#shop/catalogue/staff-search.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { countEach } from "#shop/kernel/newest-first.server.ts";
import { compileFilter } from "#shop/staff/filters/compile.server.ts";
import { readFilter } from "#shop/staff/filters/field.ts";
import { printFilter } from "#shop/staff/filters/filter.ts";
import {
  type filterTooWide,
  type KeysetPage,
  readKeyset,
  readList,
  type SortKey,
} from "#shop/staff/filters/read-list.server.ts";
import type { ProductState, ProductStatus } from "./product.ts";
import { noFacts, productColumns, readTermFacts } from "./product-columns.server.ts";
import { type ProductSort, productFields } from "./product-fields.ts";
import {
  type ProductFilter,
  type ProductView,
  productsPerPage,
  productViews,
} from "./product-filter.ts";

export interface ProductRow {
  readonly id: string;
  readonly name: string;
  readonly state: ProductState;
  readonly picture: Thumbnail | null;
  readonly variants: number;
  readonly price_from: Rupiah;
  readonly price_to: Rupiah;
  /** Pieces that can be sold, of all variants. */
  readonly available: number;
  readonly category: string | null;
  /** Of a product with one variant: what the list edits. */
  readonly only: {
    readonly id: string;
    readonly version: number;
    readonly price: Rupiah;
    readonly was_price: Rupiah | null;
    readonly on_hand: number;
  } | null;
  /** What the shop window misses. */
  readonly missing: readonly ("picture" | "weight" | "english")[];
}

export interface ProductList {
  readonly products: readonly ProductRow[];
  /** Null for a search or another filter: counting would read each match once more for every view. */
  readonly counts: Readonly<Record<ProductView, number>> | null;
  /** The id to continue after, and the one to go back before; null at the ends. */
  readonly after: string | null;
  readonly before: string | null;
}

const nameIn = (language: Language) => (sql: Sql) =>
  language === "id"
    ? sql`(lower(left(p.name ->> 'id', 100)) collate "C")`
    : sql`(lower(left(coalesce(nullif(p.name ->> 'en', ''), p.name ->> 'id'), 100)) collate "C")`;

function sortKey(sort: ProductSort, language: Language): SortKey {
  const price = (sql: Sql) => sql`p.price_from`;
  const keys: Readonly<Record<ProductSort, SortKey>> = {
    newest: { key: (sql) => sql`p.created_at`, type: "timestamptz", descending: true },
    updated: { key: (sql) => sql`p.updated_at`, type: "timestamptz", descending: true },
    name: { key: nameIn(language), type: "text", descending: false },
    price: { key: price, type: "bigint", descending: false },
    price_down: { key: price, type: "bigint", descending: true },
  };
  return keys[sort];
}

/**
 * One page of all products for staff. It reads with the shop's rights after the permission was checked: a policy would keep
 * the search off its index (docs/why/database.md).
 */
export function listStaffProducts(
  actor: Person,
  filter: ProductFilter,
  language: Language,
): Promise<Result<ProductList, typeof filterTooWide>> {
  if (!may(actor, "products.read")) {
    return Promise.resolve(ok({ products: [], counts: null, after: null, before: null }));
  }
  return readList(async (sql, timeZone) => {
    const found = await readProductPage(sql, filter, timeZone, language);
    const products = await readRows(sql, found.ids, language);
    const isView = Object.values<string>(productViews).includes(printFilter(filter.filter));
    const counts =
      filter.q === "" && (filter.filter === null || isView) ? await countViews(sql) : null;
    return { products, counts, after: found.after, before: found.before };
  });
}

/** The ids of a page. */
export async function readProductPage(
  sql: Sql,
  filter: ProductFilter,
  timeZone: string,
  language: Language,
): Promise<KeysetPage> {
  const { where } = await productCondition(sql, filter, timeZone);
  return readKeyset(
    sql,
    "products",
    where,
    sortKey(filter.sort, language),
    filter,
    productsPerPage,
  );
}

/** The condition of the search and the filter on `products p`, in an object because a fragment is a promise. */
export async function productCondition(
  sql: Sql,
  { q, filter }: Pick<ProductFilter, "q" | "filter">,
  timeZone: string,
): Promise<{ where: SqlFragment }> {
  const { where: text } = await searchCondition(sql, q);
  const columns = productColumns(await readTermFacts(sql, filter));
  return { where: sql`${compileFilter(sql, filter, columns, timeZone)} ${text}` };
}

function countViews(sql: Sql): Promise<Record<ProductView, number>> {
  const condition = (view: ProductView) => {
    const filter = readFilter(productFields, productViews[view]);
    if (!filter.ok) throw new Error(`the view ${view} has no valid filter`);
    return compileFilter(sql, filter.value, productColumns(noFacts), "UTC");
  };
  return countEach(sql, "products", {
    published: condition("published"),
    draft: condition("draft"),
    scheduled: condition("scheduled"),
    out: condition("out"),
    archived: condition("archived"),
  });
}

async function readRows(
  sql: Sql,
  ids: readonly string[],
  language: Language,
): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const rows = await sql<
    (Omit<ProductRow, "picture" | "state" | "missing"> & {
      status: ProductStatus;
      is_scheduled: boolean;
      path: string | null;
      colour: string | null;
      focal_x: number;
      focal_y: number;
      unweighed: boolean;
      is_translated: boolean;
    })[]
  >`
    select p.id, ${textIn(sql, sql`p.name`, language)} as name, p.status,
      coalesce(p.published_at > now(), false) as is_scheduled, p.variant_count as variants, p.price_from, p.price_to,
      s.available,
      case when p.variant_count = 1 then (
        select json_build_object('id', v.id, 'version', v.version, 'price', v.price, 'was_price', v.was_price, 'on_hand', k.on_hand)
        from product_variants v join stock_items k on k.variant_id = v.id where v.id = p.only_variant_id) end as only,
      i.path, i.colour, i.focal_x, i.focal_y, s.unweighed, p.name ->> 'en' <> '' as is_translated,
      (select ${textIn(sql, sql`c.name`, language)}
        from product_categories pc join categories c on c.id = pc.category_id
        where pc.product_id = p.id order by c.position, c.id limit 1) as category
    from unnest(${[...ids]}::uuid[]) with ordinality wanted (id, place) join products p using (id)
    left join lateral (
      select coalesce(sum(greatest(k.available, 0)), 0)::int as available, coalesce(bool_or(v.weight_grams = 0), false) as unweighed
      from product_variants v join stock_items k on k.variant_id = v.id where v.product_id = p.id and not v.archived
    ) s on true
    left join lateral (
      select path, colour, focal_x, focal_y from product_images where product_id = p.id order by position limit 1
    ) i on true
    order by wanted.place`;
  return rows.map(
    ({
      status,
      is_scheduled,
      path,
      colour,
      focal_x,
      focal_y,
      unweighed,
      is_translated,
      ...row
    }) => ({
      ...row,
      state: status === "published" && is_scheduled ? "scheduled" : status,
      picture: path === null ? null : thumbnailOf({ path, colour: colour ?? "", focal_x, focal_y }),
      missing: [
        ...(path === null ? (["picture"] as const) : []),
        ...(unweighed ? (["weight"] as const) : []),
        ...(is_translated ? [] : (["english"] as const)),
      ],
    }),
  );
}
