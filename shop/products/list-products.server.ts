import type { Language } from "#base/language.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { thumbnailOf } from "#shop/catalogue/card.server.ts";
import type { Thumbnail } from "#shop/catalogue/catalogue.ts";
import { textIn } from "#shop/local-text.server.ts";
import type { Rupiah } from "#shop/money.ts";
import { countEach, readNewestFirst } from "#shop/newest-first.server.ts";
import type { ProductState, ProductStatus } from "./product.ts";
import { type ProductFilter, type ProductView, productsPerPage } from "./product-filter.ts";
import { searchCondition } from "./staff-search.server.ts";

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
  /** What the shop window misses. */
  readonly missing: readonly ("picture" | "weight" | "english")[];
}

export interface ProductList {
  readonly products: readonly ProductRow[];
  /** Null for a search: counting its matches would read each of them once more for every view. */
  readonly counts: Readonly<Record<ProductView, number>> | null;
  /** The id to continue after, and the one to go back before; null at the ends. */
  readonly after: string | null;
  readonly before: string | null;
}

const conditions: Readonly<Record<ProductView, (sql: Sql) => SqlFragment>> = {
  draft: (sql) => sql`p.status = 'draft'`,
  published: (sql) => sql`p.status = 'published' and p.published_at <= now()`,
  scheduled: (sql) => sql`p.status = 'published' and p.published_at > now()`,
  out: (sql) => sql`p.status = 'published' and p.stock_band = 'out'`,
  archived: (sql) => sql`p.status = 'archived'`,
};

/**
 * One page of all products for staff, newest first. It reads with the shop's rights after the permission was checked: a
 * policy would keep the search off its index (decision 0065).
 */
export async function listStaffProducts(
  actor: Person,
  filter: ProductFilter,
  language: Language,
): Promise<ProductList> {
  if (!may(actor, "products.read")) {
    return { products: [], counts: emptyCounts, after: null, before: null };
  }
  const sql = asShop();
  const { where: text } = await searchCondition(sql, filter.q);
  const inView = (view: ProductView) => whereOf(sql, { ...filter, view }, sql``);
  const [found, counts] = await Promise.all([
    readNewestFirst(sql, "products", whereOf(sql, filter, text), filter, productsPerPage),
    filter.q === ""
      ? countEach(sql, "products", {
          published: inView("published"),
          draft: inView("draft"),
          scheduled: inView("scheduled"),
          out: inView("out"),
          archived: inView("archived"),
        })
      : null,
  ]);
  const rows = await readRows(sql, found.ids, language);
  return { products: rows, counts, after: found.after, before: found.before };
}

const emptyCounts = { draft: 0, published: 0, scheduled: 0, out: 0, archived: 0 };

/** @param text the condition of the search */
function whereOf(sql: Sql, { view, category }: ProductFilter, text: SqlFragment): SqlFragment {
  const staged = view ? sql`and ${conditions[view](sql)}` : sql``;
  const inCategory = category
    ? sql`and p.id in (select product_id from product_categories where category_id = ${category})`
    : sql``;
  return sql`true ${text} ${staged} ${inCategory}`;
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
      s.available, i.path, i.colour, i.focal_x, i.focal_y, s.unweighed, p.name ->> 'en' <> '' as is_translated,
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
