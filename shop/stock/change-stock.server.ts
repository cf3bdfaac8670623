import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { optionalTextLine } from "#shop/text-line.ts";
import { bookUnitCost, costSchema } from "./costs.server.ts";
import { adjustmentReasons } from "./stock-ledger.ts";

/** Pieces of a variant that were counted. */
export interface StockCount {
  readonly variant_id: string;
  /** Pieces on hand that the form showed. */
  readonly seen: number;
  readonly counted: number;
}

/**
 * Books the differences between counted and seen pieces. What moved since the form was read stays booked, because only
 * the difference is added.
 * @param key names the save: repeating it books nothing twice
 * @returns the SKU of a variant that would have less than nothing on hand
 */
export async function countStock(
  sql: Sql,
  actorId: string,
  key: string,
  counts: readonly StockCount[],
): Promise<string | undefined> {
  const rows = sql.json(counts as never);
  try {
    await inSavepoint(
      sql,
      (inner) => inner`
        insert into stock_movements (variant_id, kind, quantity, reason, dedupe_key, actor_id)
        select n.variant_id,
          case when n.counted > n.seen and not exists (select from stock_movements m where m.variant_id = n.variant_id)
            then 'received' else 'adjusted' end,
          n.counted - n.seen, 'count', ${`count:${key}:`} || n.variant_id, ${actorId}
        from jsonb_to_recordset(${rows}) n (variant_id uuid, seen int, counted int)
        where n.counted <> n.seen order by n.variant_id
        on conflict (dedupe_key) do nothing`,
    );
  } catch (error) {
    if (violatedConstraint(error) !== "on_hand_negative") throw error;
    const [short] = await sql<{ sku: string }[]>`
      select v.sku from jsonb_to_recordset(${rows}) n (variant_id uuid, seen int, counted int)
      join stock_items s using (variant_id) join product_variants v on v.id = s.variant_id
      where s.on_hand + n.counted - n.seen < 0 limit 1`;
    return short?.sku ?? "";
  }
  return undefined;
}

const pieces = v.pipe(
  v.number("number_invalid"),
  v.integer("number_invalid"),
  v.minValue(1, "number_invalid"),
  v.maxValue(1_000_000, "number_too_large"),
);

export const stockChangeSchema = v.variant("kind", [
  v.strictObject({
    kind: v.literal("receive"),
    key: v.pipe(v.string(), v.uuid("invalid_input")),
    quantity: pieces,
    note: optionalTextLine(200),
    /** What each piece cost; for staff who may change costs. */
    unit_cost: v.optional(costSchema),
  }),
  v.strictObject({
    kind: v.literal("adjust"),
    key: v.pipe(v.string(), v.uuid("invalid_input")),
    /** Negative: pieces are gone. */
    quantity: v.pipe(
      v.number("number_invalid"),
      v.integer("number_invalid"),
      v.minValue(-1_000_000, "number_too_large"),
      v.maxValue(1_000_000, "number_too_large"),
      v.check((change) => change !== 0, "number_invalid"),
    ),
    reason: v.picklist(adjustmentReasons, "required"),
    note: optionalTextLine(200),
  }),
  v.strictObject({
    kind: v.literal("limits"),
    safety: v.pipe(
      v.number("number_invalid"),
      v.integer("number_invalid"),
      v.minValue(0, "number_invalid"),
      v.maxValue(1_000_000, "number_too_large"),
    ),
  }),
  v.strictObject({
    kind: v.literal("low"),
    /** Of all variants of the product; null: the shop's own limit. */
    low_at: v.nullable(
      v.pipe(
        v.number("number_invalid"),
        v.integer("number_invalid"),
        v.minValue(0, "number_invalid"),
        v.maxValue(1_000_000, "number_too_large"),
      ),
    ),
  }),
]);
export type StockChange = v.InferOutput<typeof stockChangeSchema>;

export type StockChangeProblem = "not_found" | "not_permitted" | "stock_below_zero";

/** Books received or adjusted pieces of a variant, or sets the pieces that are never sold or the limit of low stock. */
export async function changeStock(
  actor: Person,
  variantId: string,
  change: StockChange,
): Promise<Result<null, StockChangeProblem>> {
  try {
    return await asStaff<null, StockChangeProblem>(actor, "stock.adjust", async (sql) => {
      const [known] = await sql`select from product_variants where id = ${variantId}`;
      if (!known) return fail("not_found");
      if (change.kind === "limits") {
        await sql`update stock_items set safety = ${change.safety} where variant_id = ${variantId}`;
        return ok(null);
      }
      if (change.kind === "low") {
        await sql`
          update products p set low_stock_at = ${change.low_at} from product_variants v
          where v.id = ${variantId} and p.id = v.product_id and p.low_stock_at is distinct from ${change.low_at}::int`;
        return ok(null);
      }
      const isReceived = change.kind === "receive";
      const unitCost = isReceived ? change.unit_cost : undefined;
      if (unitCost !== undefined && !may(actor, "costs.edit")) return fail("not_permitted");
      const [booked] = await sql<{ id: number }[]>`
        insert into stock_movements (variant_id, kind, quantity, reason, note, dedupe_key, actor_id)
        values (${variantId}, ${isReceived ? "received" : "adjusted"}, ${change.quantity},
          ${isReceived ? null : change.reason}, ${change.note}, ${`${change.kind}:${change.key}`}, ${actor.id})
        on conflict (dedupe_key) do nothing returning id`;
      if (booked && unitCost !== undefined) {
        await bookUnitCost(sql, actor, booked.id, variantId, unitCost);
      }
      return ok(null);
    });
  } catch (error) {
    if (violatedConstraint(error) === "on_hand_negative") return fail("stock_below_zero");
    throw error;
  }
}
