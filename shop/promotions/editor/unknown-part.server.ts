import type { Sql } from "#db/client.server.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";

export type UnknownPart =
  | "promotion_product_unknown"
  | "promotion_category_unknown"
  | "promotion_group_unknown"
  | "promotion_region_unknown"
  | "promotion_gift_unknown";

/** What a promotion names although it does not exist; undefined when everything does. */
export async function unknownPart(
  sql: Sql,
  fields: PromotionFields,
): Promise<UnknownPart | undefined> {
  const products = [
    ...fields.product_ids,
    ...fields.excluded_product_ids,
    ...fields.reward_product_ids,
  ];
  const categories = [
    ...fields.category_ids,
    ...fields.excluded_category_ids,
    ...fields.reward_category_ids,
  ];
  const gifts = fields.gift_variant_id === null ? [] : [fields.gift_variant_id];
  const [row] = await sql<Record<"product" | "category" | "grp" | "region" | "gift", boolean>[]>`
    select
      exists (select from unnest(${products}::uuid[]) one where not exists (select from products p where p.id = one)) as product,
      exists (select from unnest(${categories}::uuid[]) one where not exists (select from categories c where c.id = one)) as category,
      exists (select from unnest(${[...fields.group_ids]}::uuid[]) one
        where not exists (select from customer_groups g where g.id = one)) as grp,
      exists (select from unnest(${[...fields.region_codes]}::text[]) one
        where not exists (select from regions r where r.code = one)) as region,
      exists (select from unnest(${gifts}::uuid[]) one
        where not exists (select from product_variants v where v.id = one)) as gift`;
  if (row?.product) return "promotion_product_unknown";
  if (row?.category) return "promotion_category_unknown";
  if (row?.grp) return "promotion_group_unknown";
  if (row?.region) return "promotion_region_unknown";
  if (row?.gift) return "promotion_gift_unknown";
  return undefined;
}
