import type { Language } from "#base/language.ts";
import { asVisitor, type Sql, type SqlFragment } from "#db/client.server.ts";
import { cached } from "./cache.server.ts";
import { type CardRow, cardColumns, cardOf } from "./card.server.ts";
import { designsCanBeOrdered, type Facet, type ProductPage } from "./catalogue.ts";
import { textMatch } from "./search.server.ts";
import { pageSize, type ShopFilter, type Sort } from "./shop-filter.ts";

type FacetName = "category" | "colour" | "size" | "personalisable" | "sale" | "in_stock";

/**
 * One page of the shop's list with its filters and their counts. A filter's counts say what the list would hold
 * if that filter alone were changed. What does not exist (a page too far, an unknown colour) gives an empty list.
 */
export const listProducts = cached("list", readProducts);

async function readProducts(filter: ShopFilter, language: Language): Promise<ProductPage> {
  const sql = asVisitor();
  const match = textMatch(sql, filter.q);
  const base = sql`
    ${match ? match.where : sql`true`}
    and ${filter.price_min === null ? sql`true` : sql`p.price_to >= ${filter.price_min}`}
    and ${filter.price_max === null ? sql`true` : sql`p.price_from <= ${filter.price_max}`}`;
  const conditions = conditionsOf(sql, filter);
  const all = sql`${base} and ${every(sql, conditions)}`;

  const [rows, facets] = await Promise.all([
    sql<(CardRow & { total: number })[]>`
      select ${cardColumns(sql, language, filter.colours)}, page.total
      from (
        select p.id, count(*) over ()::int as total,
          row_number() over (order by ${orderOf(sql, filter.sort, language, match?.rank)}, p.id) as place
        from products p where ${all}
        order by place limit ${pageSize} offset ${(filter.page - 1) * pageSize}
      ) page
      join products p on p.id = page.id order by page.place`,
    listFacets(sql, base, conditions, language),
  ]);
  // A page past the end has no row to tell the total.
  const total = rows[0]?.total ?? (filter.page > 1 ? await countProducts(sql, all) : 0);
  const nearest =
    total > 0
      ? []
      : await sql<CardRow[]>`
          select ${cardColumns(sql, language)} from products p
          where p.stock_band <> 'out'
          order by ${match ? match.nearest : sql`p.best_seller_rank nulls last`}, p.id limit 4`;
  return {
    products: rows.map((row) => cardOf(withoutTotal(row))),
    total,
    page: filter.page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    facets,
    nearest: nearest.map((row) => cardOf(row)),
  };
}

async function countProducts(sql: Sql, condition: SqlFragment): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from products p where ${condition}`;
  return row?.count ?? 0;
}

function withoutTotal({ total: _, ...row }: CardRow & { total: number }): CardRow {
  return row;
}

function conditionsOf(sql: Sql, filter: ShopFilter): Map<FacetName, SqlFragment> {
  const conditions = new Map<FacetName, SqlFragment>();
  if (filter.category !== null) {
    conditions.set(
      "category",
      sql`exists (select from product_categories pc join categories c on c.id = pc.category_id
        where pc.product_id = p.id and c.slug = ${filter.category})`,
    );
  }
  if (filter.colours.length > 0)
    conditions.set("colour", sql`p.colours && ${filter.colours as string[]}`);
  if (filter.sizes.length > 0) conditions.set("size", sql`p.sizes && ${filter.sizes as string[]}`);
  if (filter.personalisable) conditions.set("personalisable", sql`p.personalisable`);
  if (filter.sale) conditions.set("sale", sql`p.was_price is not null`);
  if (filter.in_stock) conditions.set("in_stock", sql`p.stock_band <> 'out'`);
  return conditions;
}

function every(
  sql: Sql,
  conditions: ReadonlyMap<FacetName, SqlFragment>,
  except?: FacetName,
): SqlFragment {
  let joined = sql`true`;
  for (const [name, condition] of conditions) {
    if (name !== except) joined = sql`${joined} and ${condition}`;
  }
  return joined;
}

function orderOf(
  sql: Sql,
  sort: Sort,
  language: Language,
  rank: SqlFragment | undefined,
): SqlFragment {
  switch (sort) {
    case "popular":
      return (
        rank ?? sql`(p.stock_band = 'out'), p.best_seller_rank nulls last, p.published_at desc`
      );
    case "newest":
      return sql`p.published_at desc`;
    case "price-asc":
      return sql`p.price_from`;
    case "price-desc":
      return sql`p.price_from desc`;
    case "name":
      return sql`p.name ->> ${language}`;
  }
}

async function listFacets(
  sql: Sql,
  base: SqlFragment,
  conditions: ReadonlyMap<FacetName, SqlFragment>,
  language: Language,
): Promise<ProductPage["facets"]> {
  // Sizes of one kind of goods stay together, from small to large; colours begin with what there is most of.
  const values = (code: "colour" | "size", column: SqlFragment) => sql`
    select ${code} as facet, v.value ->> 'code' as code, min(v.value -> 'label' ->> ${language}) as label,
      min(v.value ->> 'swatch') as colour, count(distinct p.id)::int as count,
      ${
        code === "colour"
          ? sql`-count(distinct p.id)`
          : sql`max((select max(c.position) from product_categories pc join categories c on c.id = pc.category_id
              where pc.product_id = p.id)) * 100 + max(place)`
      }::int as position
    from products p,
      jsonb_array_elements(p.options) as o (option),
      jsonb_array_elements(option -> 'values') with ordinality as v (value, place)
    where ${base} and ${every(sql, conditions, code)}
      and option ->> 'code' = ${code} and v.value ->> 'code' = any (${column})
    group by v.value ->> 'code'`;
  const flag = (name: FacetName, test: SqlFragment) => sql`
    select ${name} as facet, '' as code, '' as label, null as colour, count(*)::int as count, 0 as position
    from products p where ${base} and ${every(sql, conditions, name)} and ${test}`;

  const rows = await sql<(Facet & { facet: FacetName })[]>`
    select facet, code, label, colour, count from (
      select 'category' as facet, c.slug as code, c.name ->> ${language} as label, null as colour,
        count(p.id)::int as count, c.position
      from categories c
      left join (product_categories pc join products p
        on p.id = pc.product_id and ${base} and ${every(sql, conditions, "category")}) on pc.category_id = c.id
      group by c.id
      union all ${values("colour", sql`p.colours`)}
      union all ${values("size", sql`p.sizes`)}
      union all ${flag("personalisable", sql`p.personalisable and ${designsCanBeOrdered}`)}
      union all ${flag("sale", sql`p.was_price is not null`)}
      union all ${flag("in_stock", sql`p.stock_band <> 'out'`)}
    ) facets order by facet, position, code`;
  const list = (name: FacetName): Facet[] =>
    rows.filter((row) => row.facet === name).map(({ facet: _, ...facet }) => facet);
  const count = (name: FacetName) => rows.find((row) => row.facet === name)?.count ?? 0;
  return {
    category: list("category"),
    colour: list("colour"),
    size: list("size"),
    personalisable: count("personalisable"),
    sale: count("sale"),
    in_stock: count("in_stock"),
  };
}
