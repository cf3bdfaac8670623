import type { LocalText } from "#base/language.ts";
import { languages } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import type { PromotionNames } from "#shop/promotions/promotion-sentence.ts";
import { methodName } from "#shop/settings/payment-methods/methods.server.ts";

type Referring = Pick<
  PromotionFields,
  | "product_ids"
  | "excluded_product_ids"
  | "reward_product_ids"
  | "category_ids"
  | "excluded_category_ids"
  | "reward_category_ids"
  | "gift_variant_id"
  | "group_ids"
  | "region_codes"
  | "payment_methods"
>;

/** The names of everything that these promotions refer to. */
export async function readPromotionNames(all: readonly Referring[]): Promise<PromotionNames> {
  const sql = asShop();
  const ids = (pick: (fields: Referring) => readonly string[]) => [...new Set(all.flatMap(pick))];
  const products = ids((one) => [
    ...one.product_ids,
    ...one.excluded_product_ids,
    ...one.reward_product_ids,
  ]);
  const categories = ids((one) => [
    ...one.category_ids,
    ...one.excluded_category_ids,
    ...one.reward_category_ids,
  ]);
  const variants = ids((one) => (one.gift_variant_id === null ? [] : [one.gift_variant_id]));
  const groups = ids((one) => one.group_ids);
  const regions = ids((one) => one.region_codes);
  const methods = ids((one) => one.payment_methods);
  const [row] = await sql<Omit<PromotionNames, "methods">[]>`
    select
      (select coalesce(json_object_agg(p.id, p.name), '{}') from products p where p.id = any (${products}::uuid[])) as products,
      (select coalesce(json_object_agg(c.id, c.name), '{}') from categories c
        where c.id = any (${categories}::uuid[])) as categories,
      (select coalesce(json_object_agg(v.id, json_build_object(
          'id', concat_ws(' ', p.name ->> 'id', nullif(v.sku, '')),
          'en', concat_ws(' ', nullif(p.name ->> 'en', ''), nullif(v.sku, '')))), '{}')
        from product_variants v join products p on p.id = v.product_id
        where v.id = any (${variants}::uuid[])) as variants,
      (select coalesce(json_object_agg(g.id, g.name), '{}') from customer_groups g
        where g.id = any (${groups}::uuid[])) as groups,
      (select coalesce(json_object_agg(r.code, r.name), '{}') from regions r
        where r.code = any (${regions}::text[])) as regions`;
  if (!row) throw new Error("names were not read");
  return {
    ...row,
    methods: Object.fromEntries(
      methods.map((id) => [
        id,
        Object.fromEntries(
          languages.map((language) => [language, methodName(id, language)]),
        ) as unknown as LocalText,
      ]),
    ),
  };
}
