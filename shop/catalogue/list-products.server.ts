import type { Language } from "#base/language.ts";
import { asVisitor, type Sql, type SqlFragment } from "#db/client.server.ts";
import { textIn } from "#shop/local-text.server.ts";
import { cached } from "./cache.server.ts";
import { readCards } from "./card.server.ts";
import {
  type CategoryNode,
  designsCanBeOrdered,
  type Facet,
  type ProductCard,
  type ProductPage,
} from "./catalogue.ts";
import { listCategoryTree } from "./category-tree.server.ts";
import { type TextMatch, textMatch } from "./search.server.ts";
import { pageSize, type ShopFilter, type Sort } from "./shop-filter.ts";

type FacetName = "category" | "colour" | "size" | "personalisable" | "sale" | "in_stock";

/** Number of products that an empty list suggests. */
const nearestCount = 4;

/**
 * One page of the product list with its filters and their counts. A filter's counts are the sizes of the list if that
 * filter alone were changed. Unknown pages, colours and other values give an empty list.
 */
export const listProducts = cached("list", readProducts);

async function readProducts(filter: ShopFilter, language: Language): Promise<ProductPage> {
  const sql = asVisitor();
  const match = textMatch(sql, filter.q);
  const categories = await listCategoryTree(language);
  const rows = await readList(sql, filter, match, categories, language);
  const list = (name: FacetName): Facet[] =>
    rows
      .filter((row) => row.part === name)
      .map(({ code, label, count, colour }) => ({ code, label, count, colour }));
  const inCategory = new Map(list("category").map(({ code, count }) => [code, count]));
  const count = (name: FacetName | "total") => rows.find((row) => row.part === name)?.count ?? 0;
  const ids = rows.filter((row) => row.part === "page").map((row) => row.code);
  const total = count("total");
  return {
    products: await readCards(sql, language, ids, filter.colours),
    total,
    page: filter.page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    facets: {
      category: choicesOf(categories, filter.category).map(({ slug, name, path }) => ({
        code: slug,
        label: name,
        count: inCategory.get(slug) ?? 0,
        colour: null,
        level: path.length,
      })),
      colour: list("colour"),
      size: list("size"),
      personalisable: count("personalisable"),
      sale: count("sale"),
      in_stock: count("in_stock"),
    },
    nearest: total > 0 ? [] : await readNearest(sql, match, language),
  };
}

/** The first level, the way to the chosen category, and what is beside and below each of its steps. */
function choicesOf(categories: readonly CategoryNode[], chosen: string | null): CategoryNode[] {
  const way = categories.find(({ slug }) => slug === chosen)?.path ?? [];
  return categories.filter(({ path }) => path.length === 1 || way.includes(path.at(-2) ?? ""));
}

/** Suggestions for an empty list: products in stock with the text nearest to the query, else best sellers. */
async function readNearest(
  sql: Sql,
  match: TextMatch | undefined,
  language: Language,
): Promise<ProductCard[]> {
  const rows = match
    ? await sql<{ id: string }[]>`
        select id from catalogue.nearest_products(${match.typed}, ${nearestCount}) order by place`
    : await sql<{ id: string }[]>`
        select id from catalogue.products where stock_band <> 'out'
        order by best_seller_rank nulls last, id limit ${nearestCount}`;
  return readCards(
    sql,
    language,
    rows.map(({ id }) => id),
  );
}

interface ListRow {
  readonly part: FacetName | "page" | "total";
  /** The product's id for `page`, the value's code for a facet. */
  readonly code: string;
  readonly label: string;
  readonly colour: string | null;
  readonly count: number;
}

/**
 * The page's product ids, the total and all facets, in one statement: it finds the products once, with one flag per
 * filter for the products that meet it.
 */
async function readList(
  sql: Sql,
  filter: ShopFilter,
  match: TextMatch | undefined,
  categories: readonly CategoryNode[],
  language: Language,
): Promise<ListRow[]> {
  const places = categories.map(({ slug }) => slug);
  const conditions = conditionsOf(sql, filter);
  const all = every(sql, conditions);
  const except = (name: FacetName) => every(sql, conditions, name);
  const order = orderOf(sql, filter.sort, match?.rank);
  const columnOf = (name: FacetName) =>
    sql`${conditions.get(name) ?? sql`true`} as ${sql(`meets_${name}`)}`;
  return await sql<ListRow[]>`
    with matched as materialized (
      select p.id, ${textIn(sql, sql`p.name`, language)} as name, p.option_values, p.colours, p.sizes, p.category_ids, p.personalisable, p.published_at,
        p.best_seller_rank, p.price_from, p.was_price, p.stock_band,
        ${match ? sql`p.is_exact, p.closeness` : sql`true as is_exact`},
        ${columnOf("category")}, ${columnOf("colour")}, ${columnOf("size")}, ${columnOf("personalisable")},
        ${columnOf("sale")}, ${columnOf("in_stock")}
      from ${match ? match.products : sql`catalogue.products`} p
      where ${filter.price_min === null ? sql`true` : sql`p.price_to >= ${filter.price_min}`}
        and ${filter.price_max === null ? sql`true` : sql`p.price_from <= ${filter.price_max}`}
    ),
    page as (
      select id, row_number() over () as position from (
        select p.id from matched p where ${all}
        order by ${order}, p.id limit ${pageSize} offset ${(filter.page - 1) * pageSize}
      ) p
    ),
    -- Few rows: products of one category mostly come in the same sizes. Only these rows meet the tree, not the products.
    kinds as materialized (
      select p.category_ids, p.sizes, count(*) filter (where ${except("category")})::int as count,
        bool_or(${except("size")}) as has_sizes
      from matched p group by p.category_ids, p.sizes
    ),
    shelves as materialized (
      select up.category_id, k.sizes, k.count, k.has_sizes
      from kinds k cross join lateral (
        select distinct unnest(c.path) as category_id from categories c where c.id = any (k.category_ids)
      ) up
    ),
    -- Sizes of one kind of goods stay together.
    size_places as (
      select size, max(array_position(${places}::text[], c.slug)) as position
      from shelves s join categories c on c.id = s.category_id, unnest(s.sizes) size
      where s.has_sizes group by size
    ),
    counts as (
      select 'colour' as facet, code, count(*)::int as count from matched p, unnest(p.colours) code
      where ${except("colour")} group by code
      union all
      select 'size', code, count(*)::int from matched p, unnest(p.sizes) code
      where ${except("size")} group by code
    ),
    option_values as (
      select value, split_part(value, chr(31), 1) as facet, split_part(value, chr(31), 2) as code
      from matched p, unnest(p.option_values) value
      where (starts_with(value, 'colour' || chr(31)) and split_part(value, chr(31), 2) = any (p.colours) and ${except("colour")})
        or (starts_with(value, 'size' || chr(31)) and split_part(value, chr(31), 2) = any (p.sizes) and ${except("size")})
      group by value
    ),
    labels as (
      select facet, code, min(${textIn(sql, sql`detail -> 2`, language)}) as label, min(detail ->> 1) as colour,
        max((detail ->> 0)::int) as place
      from option_values, cast(split_part(value, chr(31), 3) as jsonb) detail
      group by facet, code
    ),
    flags as (
      select count(*) filter (where ${all})::int as total,
        count(*) filter (where ${except("personalisable")} and p.personalisable and ${designsCanBeOrdered})::int
          as personalisable,
        count(*) filter (where ${except("sale")} and p.was_price is not null)::int as sale,
        count(*) filter (where ${except("in_stock")} and p.stock_band <> 'out')::int as in_stock
      from matched p
    )
    select part, code, label, colour, count from (
      select 'page' as part, id::text as code, '' as label, null as colour, 0 as count, position from page
      union all
      select 'category', c.slug, '', null, sum(s.count)::int, 0
      from categories c join shelves s on s.category_id = c.id group by c.id
      union all
      -- Colours begin with what there is most of, sizes go from small to large.
      select facet, code, label, l.colour, n.count,
        case facet when 'colour' then -n.count else z.position * 100 + l.place end
      from labels l join counts n using (facet, code) left join size_places z on z.size = code
      union all
      select f.part, '', '', null, f.count, 0 from flags, lateral (values
        ('total', total), ('personalisable', personalisable), ('sale', sale), ('in_stock', in_stock)
      ) f (part, count)
    ) rows order by part, position, code`;
}

/** The filters' conditions on `p`, a row with the columns of `catalogue.products`. */
function conditionsOf(sql: Sql, filter: ShopFilter): Map<FacetName, SqlFragment> {
  const conditions = new Map<FacetName, SqlFragment>();
  if (filter.category !== null) {
    conditions.set(
      "category",
      sql`p.category_ids && array(select c.id from categories c
        where c.path && array(select top.id from categories top where top.slug = ${filter.category}))`,
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

/** The condition that a row of `matched p` meets every filter, except one if given. */
function every(
  sql: Sql,
  conditions: ReadonlyMap<FacetName, SqlFragment>,
  except?: FacetName,
): SqlFragment {
  let joined = sql`true`;
  for (const name of conditions.keys()) {
    if (name !== except) joined = sql`${joined} and p.${sql(`meets_${name}`)}`;
  }
  return joined;
}

/** `order by` terms over `matched p`. */
function orderOf(sql: Sql, sort: Sort, rank: SqlFragment | undefined): SqlFragment {
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
      return sql`p.name`;
  }
}
