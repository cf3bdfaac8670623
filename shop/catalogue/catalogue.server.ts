import type { Language } from "#base/language.ts";
import { asVisitor, type Sql, type SqlFragment } from "#db/client.server.ts";
import { textIn } from "#shop/local-text.server.ts";
import { cached } from "./cache.server.ts";
import {
  type CardRow,
  cardColumns,
  cardOf,
  readCards,
  type ThumbnailRow,
  thumbnailColumns,
  thumbnailOf,
} from "./card.server.ts";
import {
  type Category,
  designsCanBeOrdered,
  type ProductCard,
  type Suggestion,
} from "./catalogue.ts";
import { listCategoryTree } from "./category-tree.server.ts";
import { textMatch } from "./search.server.ts";

/** One of this many best sellers has the picture of a category that has none of its own. */
const firstCount = 8;

/** Published categories in the order of the tree, each with its picture or that of its best seller. */
export const listCategories = cached("categories", readCategories);

async function readCategories(language: Language): Promise<Category[]> {
  const sql = asVisitor();
  const rows = await sql<
    {
      slug: string;
      description: string;
      seo_title: string;
      seo_description: string;
      count: number;
      picture: ThumbnailRow | null;
    }[]
  >`
    -- Few rows: each has the products of the same categories. Only these rows meet the tree, not the products.
    with kinds as materialized (
      select category_ids, count(*) as count, (array_agg(id order by best_seller_rank nulls last, id))[:${firstCount}] as first_ids
      from catalogue.products group by category_ids
    ),
    shelves as materialized (
      select up.category_id, k.count, k.first_ids
      from kinds k cross join lateral (
        select distinct unnest(c.path) as category_id from categories c where c.id = any (k.category_ids)
      ) up
    )
    select c.slug, ${textIn(sql, sql`c.description`, language)} as description,
      ${textIn(sql, sql`(c.seo -> 'title')`, language)} as seo_title,
      ${textIn(sql, sql`(c.seo -> 'description')`, language)} as seo_description,
      (select coalesce(sum(count), 0) from shelves where category_id = c.id)::int as count,
      coalesce((
        select json_build_object(${thumbnailColumns(sql)}) from product_images i where i.id = c.picture_id
      ), (
        select json_build_object(${thumbnailColumns(sql)})
        from shelves s join catalogue.products b on b.id = any (s.first_ids)
        cross join lateral (
          select path, colour, focal_x, focal_y from product_images where product_id = b.id order by position limit 1
        ) i
        where s.category_id = c.id order by b.best_seller_rank nulls last, b.id limit 1
      )) as picture
    from categories c`;
  const details = new Map(rows.map((row) => [row.slug, row]));
  return (await listCategoryTree(language)).flatMap((node) => {
    const row = details.get(node.slug);
    return row ? [{ ...row, ...node, picture: row.picture ? thumbnailOf(row.picture) : null }] : [];
  });
}

/** The three product lists of the home page. */
export const homeProducts = cached("home", readHomeProducts);

async function readHomeProducts(
  language: Language,
): Promise<{ bestSellers: ProductCard[]; newest: ProductCard[]; personalisable: ProductCard[] }> {
  const sql = asVisitor();
  const [bestSellers, newest, personalisable] = await Promise.all([
    cards(
      sql,
      language,
      sql`where p.best_seller_rank is not null order by p.best_seller_rank limit 8`,
    ),
    cards(sql, language, sql`order by p.published_at desc, p.id limit 4`),
    cards(
      sql,
      language,
      sql`where p.personalisable and ${designsCanBeOrdered} and p.best_seller_rank is null and p.stock_band <> 'out'
          order by p.published_at desc, p.id limit 4`,
    ),
  ]);
  return { bestSellers, newest, personalisable };
}

/** Up to six products for the search box; none for fewer than two letters. */
export const suggestProducts = cached("suggestions", readSuggestions);

async function readSuggestions(q: string, language: Language): Promise<Suggestion[]> {
  const sql = asVisitor();
  const match = textMatch(sql, q);
  if (!match || q.trim().length < 2) return [];
  const ids = await sql<{ id: string }[]>`
    select p.id from ${match.products} p order by ${match.rank}, p.id limit 6`;
  const found = await readCards(
    sql,
    language,
    ids.map(({ id }) => id),
  );
  return found.map(({ slug, name, price_from, pictures }) => ({
    slug,
    name,
    price_from,
    picture: pictures[0] ?? null,
  }));
}

async function cards(sql: Sql, language: Language, rest: SqlFragment): Promise<ProductCard[]> {
  const rows = await sql<
    CardRow[]
  >`select ${cardColumns(sql, language)} from catalogue.products p ${rest}`;
  return rows.map((row) => cardOf(row));
}
