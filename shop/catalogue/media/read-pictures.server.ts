import type { LocalText } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asCaller } from "#db/client.server.ts";
import { type OptionRow, thumbnailOf } from "#shop/catalogue/card.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import type { ProductPicture } from "./media.ts";

/** A product as its pictures are edited: what they belong to. */
export interface ProductOfPictures {
  readonly id: string;
  readonly slug: string;
  readonly name: LocalText;
  readonly options: readonly OptionRow[];
  readonly variants: readonly {
    readonly id: string;
    readonly options: Readonly<Record<string, string>>;
  }[];
  readonly pictures: readonly ProductPicture[];
}

interface Row extends Omit<ProductOfPictures, "variants" | "pictures"> {
  readonly variants: ProductOfPictures["variants"] | null;
  readonly pictures: readonly (Omit<ProductPicture, "url"> & { path: string })[] | null;
}

/** A product with its pictures in order, as the policies show it to the actor. @returns undefined when it does not exist */
export async function findProductPictures(
  actor: Person,
  productId: string,
): Promise<ProductOfPictures | undefined> {
  if (!isUuid(productId)) return undefined;
  const [row] = await asCaller(
    callerOf(actor),
    (sql) => sql<Row[]>`
      select p.id, p.slug, p.name, p.options,
        (
          select json_agg(json_build_object('id', v.id, 'options', v.options) order by v.position, v.id)
          from product_variants v where v.product_id = p.id and not v.archived
        ) as variants,
        (
          select json_agg(json_build_object('id', i.id, 'version', i.version, 'path', i.path, 'colour', i.colour,
            'width', i.width, 'height', i.height, 'alt', i.alt, 'is_decorative', i.is_decorative, 'focal_x', i.focal_x,
            'focal_y', i.focal_y, 'variant_ids', i.variant_ids, 'original_name', m.original_name)
            order by i.position, i.id)
          from product_images i left join media m on m.id = i.media_id where i.product_id = p.id
        ) as pictures
      from products p where p.id = ${productId}`,
    "read only",
  );
  if (!row) return undefined;
  return {
    ...row,
    variants: row.variants ?? [],
    pictures: (row.pictures ?? []).map(({ path, ...picture }) => ({
      ...picture,
      url: thumbnailOf({ path, ...picture }).url,
    })),
  };
}
