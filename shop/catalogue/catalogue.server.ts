import type { Language } from "#base/language.ts";
import { asVisitor, type Sql, type SqlFragment } from "#db/client.server.ts";
import { cached } from "./cache.server.ts";
import {
  type CardRow,
  cardColumns,
  cardOf,
  type ThumbnailRow,
  thumbnailOf,
} from "./card.server.ts";
import {
  type Category,
  designsCanBeOrdered,
  type ProductCard,
  type Suggestion,
} from "./catalogue.ts";
import { textMatch } from "./search.server.ts";

/** Published categories in the merchant's order, each with a picture of its best seller. */
export const listCategories = cached("categories", readCategories);

async function readCategories(language: Language): Promise<Category[]> {
  const sql = asVisitor();
  const rows = await sql<
    {
      slug: string;
      name: string;
      description: string;
      count: number;
      picture: ThumbnailRow | null;
    }[]
  >`
    select c.slug, c.name ->> ${language} as name, c.description ->> ${language} as description,
      count(p.id)::int as count,
      (
        select json_build_object('path', i.path, 'colour', i.colour)
        from product_categories pc join products b on b.id = pc.product_id
        join product_images i on i.product_id = b.id
        where pc.category_id = c.id
        order by b.best_seller_rank nulls last, b.id, i.position limit 1
      ) as picture
    from categories c
    left join product_categories pc on pc.category_id = c.id
    left join products p on p.id = pc.product_id
    group by c.id order by c.position, c.slug`;
  return rows.map((row) => ({ ...row, picture: row.picture ? thumbnailOf(row.picture) : null }));
}

/** The three shelves of the home page. */
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

/** Up to six products for the search box; nothing for fewer than two letters. */
export const suggestProducts = cached("suggestions", readSuggestions);

async function readSuggestions(q: string, language: Language): Promise<Suggestion[]> {
  const sql = asVisitor();
  const match = textMatch(sql, q);
  if (!match || q.trim().length < 2) return [];
  const found = await cards(
    sql,
    language,
    sql`where ${match.where} order by ${match.rank}, p.id limit 6`,
  );
  return found.map(({ slug, name, price_from, pictures }) => ({
    slug,
    name,
    price_from,
    picture: pictures[0] ?? null,
  }));
}

async function cards(sql: Sql, language: Language, rest: SqlFragment): Promise<ProductCard[]> {
  const rows = await sql<CardRow[]>`select ${cardColumns(sql, language)} from products p ${rest}`;
  return rows.map((row) => cardOf(row));
}
