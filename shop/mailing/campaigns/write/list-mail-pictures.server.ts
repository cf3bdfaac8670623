import type { LocalText } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { MailPicture } from "./mail-picture.ts";

const maxPictures = 36;
const folder = "/storage/v1/object/public/product-images/";

/**
 * Pictures that a mail may show: those of a product, or those uploaded for mails, the newest first.
 * @param productId null: uploaded ones
 */
export async function listMailPictures(
  actor: Person,
  productId: string | null,
): Promise<readonly MailPicture[]> {
  if (!may(actor, "mail.send") || (productId !== null && !isUuid(productId))) return [];
  const sql = asShop();
  const rows = await (productId === null
    ? sql<{ path: string; alt: LocalText; name: LocalText }[]>`
        select m.path, json_build_object('id', '', 'en', '') as alt,
          json_build_object('id', p.name, 'en', p.name) as name
        from private.mail_pictures p join media m on m.id = p.media_id
        where p.name is not null order by p.added_at desc, p.media_id desc limit ${maxPictures}`
    : sql<{ path: string; alt: LocalText; name: LocalText }[]>`
        select i.path, i.alt, p.name from product_images i join products p on p.id = i.product_id
        where i.product_id = ${productId} order by i.position, i.id limit ${maxPictures}`);
  return rows.map(({ path, alt, name }) => ({
    url: `${folder}${path}.960.webp`,
    thumb: `${folder}${path}.320.webp`,
    alt,
    name,
  }));
}
