import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { CategoryNode } from "#shop/catalogue/catalogue.ts";
import { pageSize, type ShopFilter, type Sort } from "#shop/catalogue/shop-filter.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { all, type FilterName, filterConditions } from "./filter-conditions.server.ts";

export type FacetName = "category" | "colour" | "size" | "personalisable" | "sale" | "in_stock";

export interface ListRow {
  readonly part: FacetName | "page" | "total";
  /** The product's id for `page`, the value's code for a facet. */
  readonly code: string;
  readonly label: string;
  readonly colour: string | null;
  readonly count: number;
}

/** The products that a list is made of, and counted among. */
export interface Candidates {
  /** A relation with the columns of `catalogue.products`. */
  readonly products: SqlFragment;
  /** A condition on these products, `p`. */
  readonly where: SqlFragment;
  /** Filters that all of them meet; their own facets say only what is left within them. */
  readonly met: ReadonlySet<FilterName>;
  /** More columns of `p` that `rank` sorts by. */
  readonly columns: SqlFragment;
  /** What a list without a chosen order is sorted by, of `matched p`. */
  readonly rank: SqlFragment;
}

/**
 * The page's product ids, the total and all facets, in one statement: it finds the candidates once, with one flag per
 * filter for the products that meet it. Its cost grows with the candidates.
 */
export async function readExactList(
  sql: Sql,
  filter: ShopFilter,
  language: Language,
  categories: readonly CategoryNode[],
  candidates: Candidates,
): Promise<ListRow[]> {
  const places = categories.map(({ slug }) => slug);
  const conditions = filterConditions(sql, filter);
  for (const name of candidates.met) conditions.delete(name);
  // No facet is of prices, so every count wants the price.
  const price = conditions.get("price") ?? sql`true`;
  conditions.delete("price");
  const meets = (except?: FacetName) =>
    all(
      sql,
      [...conditions.keys()]
        .filter((name) => name !== except)
        .map((name) => sql`p.${sql(`meets_${name}`)}`),
    );
  const flags = [...conditions].map(
    ([name, condition]) => sql`, ${condition} as ${sql(`meets_${name}`)}`,
  );
  const flagColumns = flags.reduce((joined, flag) => sql`${joined}${flag}`, sql``);
  return await sql<ListRow[]>`
    with matched as materialized (
      select p.id, ${textIn(sql, sql`p.name`, language)} as name, p.option_values, p.colours, p.sizes, p.category_ids, p.personalisable, p.published_at,
        p.best_seller_rank, p.price_from, p.was_price, p.stock_band ${candidates.columns} ${flagColumns}
      from ${candidates.products} p
      where ${candidates.where} and ${price}
    ),
    page as (
      select id, row_number() over () as position from (
        select p.id from matched p where ${meets()}
        order by ${orderOf(sql, filter.sort, candidates.rank)}, p.id limit ${pageSize} offset ${(filter.page - 1) * pageSize}
      ) p
    ),
    -- Few rows: products of one category mostly come in the same sizes. Only these rows meet the tree, not the products.
    kinds as materialized (
      select p.category_ids, p.sizes, count(*) filter (where ${meets("category")})::int as count,
        bool_or(${meets("size")}) as has_sizes
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
      where ${meets("colour")} group by code
      union all
      select 'size', code, count(*)::int from matched p, unnest(p.sizes) code
      where ${meets("size")} group by code
    ),
    -- Few rows as well: the labels of most products are those of another one.
    label_kinds as materialized (
      select p.option_values, p.colours, p.sizes, bool_or(${meets("colour")}) as has_colours, bool_or(${meets("size")}) as has_sizes
      from matched p group by 1, 2, 3
    ),
    option_values as (
      select value, split_part(value, chr(31), 1) as facet, split_part(value, chr(31), 2) as code
      from label_kinds p, unnest(p.option_values) value
      where (starts_with(value, 'colour' || chr(31)) and split_part(value, chr(31), 2) = any (p.colours) and p.has_colours)
        or (starts_with(value, 'size' || chr(31)) and split_part(value, chr(31), 2) = any (p.sizes) and p.has_sizes)
      group by value
    ),
    labels as (
      select facet, code, min(${textIn(sql, sql`detail -> 2`, language)}) as label, min(detail ->> 1) as colour,
        max((detail ->> 0)::int) as place
      from option_values, cast(split_part(value, chr(31), 3) as jsonb) detail
      group by facet, code
    ),
    flags as (
      select count(*) filter (where ${meets()})::int as total,
        count(*) filter (where ${meets("personalisable")} and p.personalisable)::int
          as personalisable,
        count(*) filter (where ${meets("sale")} and p.was_price is not null)::int as sale,
        count(*) filter (where ${meets("in_stock")} and p.stock_band <> 'out')::int as in_stock
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

/** `order by` terms over `matched p`. */
function orderOf(sql: Sql, sort: Sort, rank: SqlFragment): SqlFragment {
  switch (sort) {
    case "popular":
      return rank;
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
