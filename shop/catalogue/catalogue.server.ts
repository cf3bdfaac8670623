import type { Language } from "#base/language.ts";
import { asVisitor, type Sql, type SqlFragment } from "#db/client.server.ts";
import { cached } from "#shop/kernel/cache.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import {
  type CardRow,
  cardColumns,
  cardOf,
  readCards,
  type ThumbnailRow,
  thumbnailColumns,
  thumbnailOf,
} from "./card.server.ts";
import type { Category, ProductCard, Suggestion } from "./catalogue.ts";
import { listCategoryTree } from "./category-tree.server.ts";
import { postgresIndex } from "./index/postgres-index.server.ts";

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
    select c.slug, ${textIn(sql, sql`c.description`, language)} as description,
      ${textIn(sql, sql`(c.seo -> 'title')`, language)} as seo_title,
      ${textIn(sql, sql`(c.seo -> 'description')`, language)} as seo_description,
      coalesce((select n from catalogue.counts where category_id = c.id and key = 'all'), 0) as count,
      coalesce((
        select json_build_object(${thumbnailColumns(sql)}) from product_images i where i.id = c.picture_id
      ), (
        select json_build_object(${thumbnailColumns(sql)})
        from (
          select row_number() over () as place, product_id from (
            select product_id from catalogue.places where category_id = c.id
            order by is_out, sales_rank, newness, product_id limit ${firstCount}
          ) best
        ) b cross join lateral (
          select path, colour, focal_x, focal_y from product_images where product_id = b.product_id order by position limit 1
        ) i order by b.place limit 1
      )) as picture
    from categories c`;
  const details = new Map(rows.map((row) => [row.slug, row]));
  return (await listCategoryTree(language)).flatMap((node) => {
    const row = details.get(node.slug);
    return row ? [{ ...row, ...node, picture: row.picture ? thumbnailOf(row.picture) : null }] : [];
  });
}

/** Best sellers on the home page. */
const bestCount = 8;

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
      sql`where p.best_seller_rank is not null order by p.best_seller_rank limit ${bestCount}`,
    ),
    cards(sql, language, sql`order by p.published_at desc, p.id limit 4`),
    cards(
      sql,
      language,
      sql`where p.personalisable and coalesce(p.best_seller_rank > ${bestCount}, true) and p.stock_band <> 'out'
          order by p.published_at desc, p.id limit 4`,
    ),
  ]);
  return { bestSellers, newest, personalisable };
}

const maxSuggestions = 6;

/** Up to six products for the search box; none for fewer than two letters. */
export const suggestProducts = cached("suggestions", readSuggestions);

async function readSuggestions(q: string, language: Language): Promise<Suggestion[]> {
  if (q.trim().length < 2) return [];
  const sql = asVisitor();
  const ids = await postgresIndex.suggest(q, maxSuggestions);
  const found = await readCards(sql, language, ids);
  return found.map(({ slug, name, price_from, price_to, print_required, pictures }) => ({
    slug,
    name,
    price_from,
    is_from: print_required || price_to > price_from,
    picture: pictures[0] ?? null,
  }));
}

async function cards(sql: Sql, language: Language, rest: SqlFragment): Promise<ProductCard[]> {
  const rows = await sql<
    CardRow[]
  >`select ${cardColumns(sql, language)} from catalogue.products p ${rest}`;
  return rows.map((row) => cardOf(row));
}
