import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { ProductFields, ProductStatus, StaffVariant } from "./product.ts";

/** A product as its editor opens it. */
export interface StaffProduct {
  readonly id: string;
  readonly version: number;
  readonly status: ProductStatus;
  /** ISO 8601; in the future: scheduled. */
  readonly published_at: string | null;
  readonly fields: ProductFields;
  /** In the order of the shop window; archived ones are last. */
  readonly variants: readonly StaffVariant[];
}

/** @returns undefined for an unknown product, and for staff who may not read products */
export async function findStaffProduct(
  actor: Person,
  id: string,
): Promise<StaffProduct | undefined> {
  if (!may(actor, "products.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const [[row], variants] = await Promise.all([
    sql<
      (ProductFields & {
        id: string;
        version: number;
        status: ProductStatus;
        published_at: Date | null;
      })[]
    >`
      select p.id, p.version, p.status, p.published_at, p.name, p.summary, p.description, p.sections, p.options, p.slug,
        p.tags, p.brand, p.tax_class, p.shipping_class, p.seo,
        array(select c.category_id from product_categories c where c.product_id = p.id order by 1) as category_ids
      from products p where p.id = ${id}`,
    sql<StaffVariant[]>`
      select v.id, v.version, v.sku, v.barcode, v.options, v.price, v.was_price, v.weight_grams, v.length_mm, v.width_mm,
        v.height_mm, v.min_pieces, v.max_pieces, v.archived, s.on_hand, s.available,
        case when v.sale_price < v.price then v.sale_price end as sale_price,
        l.until_now as lowest_until_now, l.before_current as lowest_before_current
      from product_variants v join stock_items s on s.variant_id = v.id
      left join private.lowest_prices(array(select id from product_variants where product_id = ${id})) l
        on l.variant_id = v.id
      where v.product_id = ${id} order by v.archived, v.position, v.id`,
  ]);
  if (!row) return undefined;
  const { id: found, version, status, published_at, ...fields } = row;
  return {
    id: found,
    version,
    status,
    published_at: published_at?.toISOString() ?? null,
    fields,
    variants: [...variants],
  };
}

export interface EditorChoices {
  readonly categories: readonly {
    readonly id: string;
    readonly name: { id: string; en: string };
  }[];
  readonly shipping_classes: readonly {
    readonly slug: string;
    readonly name: { id: string; en: string };
  }[];
}

/** What the editor offers to choose from. */
export async function readEditorChoices(): Promise<EditorChoices> {
  const sql = asShop();
  const [categories, classes] = await Promise.all([
    sql<
      EditorChoices["categories"][number][]
    >`select id, name from private.category_tree order by place`,
    sql<EditorChoices["shipping_classes"][number][]>`
      select slug, name from shipping_classes order by position, slug`,
  ]);
  return { categories: [...categories], shipping_classes: [...classes] };
}
