import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { CategoryNode, FacetCount } from "#shop/catalogue/catalogue.ts";
import type { ShopFilter } from "#shop/catalogue/shop-filter.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { ListRow } from "./exact-list.server.ts";
import type { FilterName } from "./filter-conditions.server.ts";

/** Values of a filter by colour or size that a long list offers. */
const maxValues = 100;

/** Counts of a category, or of the whole shop, that the database keeps: they cost the same at any number of products. */
export interface KeptCounts {
  /** Products of the category without other filters. */
  readonly all: number;
  /** The total of the list; null where it has not been kept. */
  readonly total: FacetCount;
  /** Facets whose counts have not been kept have rows with `count` null. */
  readonly rows: readonly KeptRow[];
}

export type KeptRow = Omit<ListRow, "count"> & { readonly count: FacetCount };

interface CountRow {
  readonly part: KeptRow["part"] | "all" | "met";
  readonly code: string;
  readonly label: string;
  readonly colour: string | null;
  readonly count: number;
}

/**
 * What the kept counts say about a filter. They are kept for each category and one more value, so a count is known where
 * nothing else narrows the list.
 */
export async function readKeptCounts(
  sql: Sql,
  shelf: SqlFragment,
  filter: ShopFilter,
  set: ReadonlySet<FilterName>,
  categories: readonly CategoryNode[],
  language: Language,
): Promise<KeptCounts> {
  const others = [...set].filter((name) => name !== "category");
  const key = keyOf(filter, others, filter.q !== "");
  // Of the only other filter, as the counts have it.
  const met = key === undefined ? sql`false` : key.condition(sql);
  const places = categories.map(({ slug }) => slug);
  const rows = await sql<CountRow[]>`
    with own as materialized (
      select key, n, split_part(key, chr(31), 1) as facet, split_part(key, chr(31), 2) as code
      from catalogue.counts where category_id = ${shelf} and n > 0
    ),
    labels as (
      select facet, code, sum(n)::int as count, min(${textIn(sql, sql`detail -> 2`, language)}) as label,
        min(detail ->> 1) as colour, max((detail ->> 0)::int) as place
      from own, cast(split_part(key, chr(31), 3) as jsonb) detail
      where facet in ('colour', 'size') group by facet, code
    ),
    -- Sizes of one kind of goods stay together.
    size_places as (
      select split_part(s.key, chr(31), 2) as code, max(array_position(${places}::text[], c.slug)) as position
      from categories c, catalogue.counts s
      where s.category_id = c.id and starts_with(s.key, 'size' || chr(31)) and s.n > 0
        and exists (select from labels where facet = 'size')
      group by 1
    )
    select part, code, label, colour, count from (
      select 'all' as part, '' as code, '' as label, null as colour, n as count, 0 as position from own where key = 'all'
      union all
      select key, '', '', null, n, 0 from own where key in ('sale', 'personalisable', 'in_stock')
      union all
      select 'met', '', '', null, coalesce(sum(n), 0)::int, 0 from own where ${met}
      union all
      select 'category', c.slug, '', null, coalesce((
        select sum(n) from catalogue.counts where category_id = c.id and ${others.length === 0 ? sql`key = 'all'` : met}
      ), 0)::int, 0 from categories c
      union all
      (select facet, code, label, colour, count, -count from labels where facet = 'colour'
       order by count desc limit ${maxValues})
      union all
      (select l.facet, l.code, l.label, l.colour, l.count, z.position * 100 + l.place
       from labels l left join size_places z using (code) where facet = 'size' order by count desc limit ${maxValues})
    ) rows order by part, position, code`;
  const one = (part: CountRow["part"]) => rows.find((row) => row.part === part)?.count ?? 0;
  const isOnly = (name: string) => others.every((other) => other === name) && filter.q === "";
  return {
    all: one("all"),
    total: others.length === 0 && filter.q === "" ? one("all") : key ? one("met") : null,
    rows: rows.flatMap(({ part, ...row }): KeptRow[] => {
      if (part === "all" || part === "met" || part === "page" || part === "total") return [];
      const isKept = part === "category" ? isOnly("") || key !== undefined : isOnly(part);
      return [{ part, ...row, count: isKept ? row.count : null }];
    }),
  };
}

/** The keys of places that one filter means, if it is the only one; undefined for several and for those without keys. */
function keyOf(
  filter: ShopFilter,
  others: readonly FilterName[],
  isSearch: boolean,
): { condition: (sql: Sql) => SqlFragment } | undefined {
  const [only] = others;
  if (only === undefined || others.length > 1 || isSearch || only === "price") return undefined;
  if (only === "colour" || only === "size") {
    const values = only === "colour" ? filter.colours : filter.sizes;
    // A product of two colours would be counted twice.
    if (values.length !== 1) return undefined;
    const start = `${only}\u001f${values[0]}\u001f`;
    return { condition: (sql) => sql`starts_with(key, ${start})` };
  }
  return { condition: (sql) => sql`key = ${only}` };
}
