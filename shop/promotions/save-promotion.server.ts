import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, violatedConstraint } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/access.ts";
import { type ShopTimeZone, shopInstant } from "#shop/shipping/delivery-dates.ts";
import { type RightProblem, recordAct, whyNotNow } from "#shop/staff/staff-rights.server.ts";
import { normaliseCode } from "./promotion.ts";

const words = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const ids = v.optional(v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(500)), []);
const amount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000_000));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
const pieces = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99));
/** Wall-clock time in the shop: `2026-12-01T00:00`. */
const local = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/));
const none = null;

export const promotionInputSchema = v.strictObject({
  /** Chosen by the caller: saving the same id again changes the promotion. */
  id: v.pipe(v.string(), v.uuid()),
  name: v.strictObject({ id: words, en: words }),
  class: v.picklist(["product", "order", "shipping"]),
  type: v.picklist(["percent", "fixed", "free_shipping", "fixed_shipping", "buy_x_get_y", "gift"]),
  value: v.optional(amount, 0),
  max_discount: v.optional(v.nullable(amount), none),
  automatic: v.optional(v.boolean(), false),
  /** Codes typed by staff; bulk codes are made by `createCodes`. */
  codes: v.optional(v.pipe(v.array(v.pipe(words, v.maxLength(40))), v.maxLength(50)), []),
  priority: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-1000), v.maxValue(1000)), 0),
  allocation: v.optional(v.picklist(["each", "across"]), "across"),
  combines_with: v.optional(v.array(v.picklist(["product", "order", "shipping"])), [
    "product",
    "order",
    "shipping",
  ]),
  min_subtotal: v.optional(amount, 0),
  min_quantity: v.optional(v.pipe(count, v.maxValue(10_000)), 0),
  product_ids: ids,
  category_ids: ids,
  excluded_product_ids: ids,
  excluded_category_ids: ids,
  exclude_sale_items: v.optional(v.boolean(), false),
  buy_quantity: v.optional(v.nullable(pieces), none),
  get_quantity: v.optional(v.nullable(pieces), none),
  reward_product_ids: ids,
  reward_category_ids: ids,
  gift_variant_id: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), none),
  first_order_only: v.optional(v.boolean(), false),
  group_ids: ids,
  emails: v.optional(v.pipe(v.array(v.pipe(v.string(), v.email())), v.maxLength(1000)), []),
  region_codes: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^(\d{2}|\d{4}|\d{6}|\d{10})$/))), v.maxLength(500)),
    [],
  ),
  payment_methods: v.optional(v.pipe(v.array(v.pipe(words, v.maxLength(40))), v.maxLength(20)), []),
  starts_at: v.optional(v.nullable(local), none),
  ends_at: v.optional(v.nullable(local), none),
  enabled: v.optional(v.boolean(), true),
  usage_limit: v.optional(v.nullable(count), none),
  per_customer_limit: v.optional(v.nullable(count), none),
  budget: v.optional(v.nullable(amount), none),
});
export type PromotionInput = v.InferOutput<typeof promotionInputSchema>;

/** Names of the constraints that an invalid promotion violates. */
const refusals = [
  "promo_code_taken",
  "promotion_value_invalid",
  "promotion_class_type",
  "promotion_allocation_class",
  "promotion_ends_before_start",
  "promotion_category_unknown",
] as const;
export type SavePromotionProblem =
  | "not_found"
  | "promo_code_invalid"
  | RightProblem
  | (typeof refusals)[number];

/**
 * Staff with the right and a recent reauthentication: creates or changes a promotion. Its dates are in the shop's time
 * zone; the end is the last minute that counts. Codes missing from the input are disabled; their uses stay counted.
 */
export async function savePromotion(
  actor: Person,
  input: PromotionInput,
): Promise<Result<{ id: string }, SavePromotionProblem>> {
  if (!isStaff(actor)) return fail("not_found");
  const refused = await whyNotNow(asShop(), actor, "promos.edit");
  if (refused) return fail(refused);
  const { id, codes, starts_at, ends_at, name, ...rest } = input;
  const { category_ids, excluded_category_ids, reward_category_ids, ...plain } = rest;
  const wanted = [...new Set(codes.map(normaliseCode))];
  try {
    await inTransaction(async (sql) => {
      const [shop] = await sql<{ time_zone: ShopTimeZone }[]>`select time_zone from shop_settings`;
      const at = (moment: string | null) =>
        moment === null ? null : shopInstant(moment, shop?.time_zone ?? "Asia/Jakarta");
      const end = at(ends_at);
      const row = {
        ...plain,
        name: sql.json(name),
        starts_at: at(starts_at),
        ends_at: end && new Date(end.getTime() + 59_999),
      };
      await sql`
        insert into promotions ${sql({ id, ...row })}
        on conflict (id) do update set ${sql(row)}`;
      await sql`delete from promotion_categories where promotion_id = ${id}`;
      for (const [use, categories] of [
        ["included", category_ids],
        ["excluded", excluded_category_ids],
        ["reward", reward_category_ids],
      ] as const) {
        await sql`
          insert into promotion_categories (promotion_id, use, category_id)
          select distinct ${id}::uuid, ${use}, category from unnest(${categories}::uuid[]) category`;
      }
      await recordAct(sql, actor, "promotion.saved", {
        subjectId: id,
        details: { codes: wanted, ...rest, starts_at, ends_at },
      });
      await sql`
        update promo_codes set active = code = any (${wanted})
        where promotion_id = ${id} and not single_use`;
      await sql`
        insert into promo_codes (code, promotion_id)
        select code, ${id} from unnest(${wanted}::text[]) code
        where not exists (select from promo_codes known where known.code = code.code and known.promotion_id = ${id})`;
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    const problem = refusals.find((name) => name === constraint);
    if (problem) return fail(problem);
    if (constraint === "promo_code_invalid") return fail(constraint);
    throw error;
  }
  return ok({ id });
}
