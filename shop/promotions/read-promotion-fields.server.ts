import type { Sql } from "#db/client.server.ts";
import type { PromotionFields } from "./promotion-input.ts";

/** What is stored of a promotion: the fields that staff decide, their version, and what the shop counted. */
export interface StoredPromotion {
  readonly version: number;
  readonly fields: PromotionFields;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly used: number;
  readonly spent: number;
}

/** Reads one promotion and locks it until the end of the transaction. */
export async function lockPromotionFields(
  sql: Sql,
  id: string,
): Promise<StoredPromotion | undefined> {
  await sql`select from promotions where id = ${id} for update`;
  return (await readPromotionFields(sql, [id])).get(id);
}

/** Reads promotions as they are edited, by id: dates as wall-clock time of the shop, lists in alphabetical order. */
export async function readPromotionFields(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredPromotion>> {
  const sorted = (
    column: "product_ids" | "excluded_product_ids" | "reward_product_ids" | "group_ids",
  ) => sql`array(select one::text from unnest(p.${sql(column)}) one order by 1) as ${sql(column)}`;
  const names = (column: "emails" | "region_codes" | "payment_methods" | "combines_with") =>
    sql`array(select one from unnest(p.${sql(column)}) one order by one collate "C") as ${sql(column)}`;
  const categories = (use: "included" | "excluded" | "reward") => sql`array(
    select c.category_id::text from promotion_categories c where c.promotion_id = p.id and c.use = ${use} order by 1)`;
  const at = (column: "starts_at" | "ends_at") => sql`to_char(
    p.${sql(column)} at time zone (select time_zone from shop_settings), 'YYYY-MM-DD"T"HH24:MI') as ${sql(column)}`;
  const rows = await sql<(PromotionFields & Omit<StoredPromotion, "fields"> & { id: string })[]>`
    select p.id, p.version, p.archived_at, p.created_at, p.used, p.spent, p.name, p.class, p.type, p.value, p.max_discount,
      p.automatic, p.priority, p.allocation, p.min_subtotal, p.min_quantity, p.exclude_sale_items, p.buy_quantity,
      p.get_quantity, p.gift_variant_id, p.first_order_only, p.enabled, p.is_shown, p.usage_limit, p.per_customer_limit, p.budget,
      ${sorted("product_ids")}, ${sorted("excluded_product_ids")}, ${sorted("reward_product_ids")},
      ${sorted("group_ids")}, ${names("emails")}, ${names("region_codes")}, ${names("payment_methods")},
      ${names("combines_with")}, ${at("starts_at")}, ${at("ends_at")},
      ${categories("included")} as category_ids, ${categories("excluded")} as excluded_category_ids,
      ${categories("reward")} as reward_category_ids,
      array(select c.code from promo_codes c where c.promotion_id = p.id and c.active and not c.single_use
        order by c.code collate "C") as codes
    from promotions p where p.id = any (${[...ids]}::uuid[])`;
  return new Map(
    rows.map(({ id, version, archived_at, created_at, used, spent, ...fields }) => [
      id,
      { version, archived_at, created_at, used, spent, fields },
    ]),
  );
}
