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
    with shelves as materialized (
      select k.category_id, p.id, p.best_seller_rank
      from (
        select distinct up.id as category_id, pc.product_id
        from catalogue.product_categories pc join categories c on c.id = pc.category_id cross join unnest(c.path) up (id)
      ) k join catalogue.products p on p.id = k.product_id
    )
    select c.slug, ${textIn(sql, sql`c.description`, language)} as description,
      ${textIn(sql, sql`(c.seo -> 'title')`, language)} as seo_title,
      ${textIn(sql, sql`(c.seo -> 'description')`, language)} as seo_description,
      (select count(*) from shelves where category_id = c.id)::int as count,
      coalesce((
        select json_build_object(${thumbnailColumns(sql)}) from product_images i where i.id = c.picture_id
      ), (
        select json_build_object(${thumbnailColumns(sql)})
        from (
          select id, best_seller_rank from shelves where category_id = c.id order by best_seller_rank nulls last, id
        ) b
        cross join lateral (
          select path, colour, focal_x, focal_y from product_images where product_id = b.id order by position limit 1
        ) i
        order by b.best_seller_rank nulls last, b.id limit 1
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
