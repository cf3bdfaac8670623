import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { type ThumbnailRow, thumbnailOf } from "#shop/catalogue/card.server.ts";
import type { Thumbnail } from "#shop/catalogue/catalogue.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";

/** Categories that a filter offers. */
const maxChoices = 500;

/** The categories as choices of a filter. */
export async function listCategoryChoices(
  actor: Person,
  language: Language,
): Promise<{ value: string; label: string }[]> {
  if (!may(actor, "products.read")) return [];
  const sql = asShop();
  return sql<{ value: string; label: string }[]>`
    select c.id as value, ${textIn(sql, sql`c.name`, language)} as label from private.category_tree c
    order by c.place limit ${maxChoices}`;
}

/** Pictures that a category offers as its own. */
const maxPictures = 24;

/** The first pictures of the products of a category and below, best sellers first. */
export async function listCategoryPictures(
  actor: Person,
  id: string,
  language: Language,
): Promise<{ id: string; of: string; picture: Thumbnail }[]> {
  if (!may(actor, "products.read")) return [];
  const sql = asShop();
  const rows = await sql<({ id: string; of: string } & ThumbnailRow)[]>`
    select i.id, ${textIn(sql, sql`p.name`, language)} as of, i.path, i.colour, i.focal_x, i.focal_y
    from (
      select id, name, best_seller_rank from products
      where id in (
        select k.product_id from product_categories k join categories c on c.id = k.category_id
        where c.path @> array[${id}::uuid])
      order by best_seller_rank nulls last, id limit ${maxPictures}
    ) p cross join lateral (
      select * from product_images where product_id = p.id order by position limit 1
    ) i
    union
    select i.id, ${textIn(sql, sql`p.name`, language)}, i.path, i.colour, i.focal_x, i.focal_y
    from categories c join product_images i on i.id = c.picture_id join products p on p.id = i.product_id
    where c.id = ${id}`;
  return rows.map(({ id: picture, of, ...row }) => ({
    id: picture,
    of,
    picture: thumbnailOf(row),
  }));
}
