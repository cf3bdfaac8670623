import { fail, ok, type Result } from "#base/result.ts";
import { inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { withLimits } from "#shop/staff/approvals/with-limits.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import { bookUnitCost } from "./costs.server.ts";
import { describeWriteOff } from "./describe-write-off.server.ts";
import type { StockChange } from "./stock-change.ts";

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
  const rows = sql.json(counts);
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

export type StockChangeProblem = "not_found" | "not_permitted" | "stock_below_zero" | LimitProblem;

/**
 * Books received or adjusted pieces of a variant, or sets the pieces that are never sold or the limit of low stock. Pieces
 * that are gone wait for a colleague when they are worth more than the actor may write off alone.
 */
export function changeStock(
  actor: Person,
  variantId: string,
  change: StockChange,
): Promise<Result<null, StockChangeProblem>> {
  return withLimits<null, StockChangeProblem>(
    actor,
    "stock.adjust",
    () => bookChange(actor, variantId, change),
    (sql) => describeWriteOff(sql, variantId, change),
  );
}

async function bookChange(
  actor: Person,
  variantId: string,
  change: StockChange,
): Promise<Result<null, StockChangeProblem>> {
  try {
    return await asStaff<null, StockChangeProblem>(actor, "stock.adjust", async (sql) => {
      const [known] = await sql`select from product_variants where id = ${variantId}`;
      if (!known) return fail("not_found");
      if (change.kind === "limits") {
        await changeReserve(sql, actor, variantId, change.safety);
        return ok(null);
      }
      if (change.kind === "low") {
        await sql`
          update products p set low_stock_at = ${change.low_at} from product_variants v
          where v.id = ${variantId} and p.id = v.product_id and p.low_stock_at is distinct from ${change.low_at}::int`;
        return ok(null);
      }
      const unitCost = change.kind === "receive" ? change.unit_cost : undefined;
      if (unitCost !== undefined && !may(actor, "costs.edit")) return fail("not_permitted");
      const booked = await bookPieces(sql, actor.id, variantId, change);
      if (booked !== undefined && unitCost !== undefined) {
        await bookUnitCost(sql, actor, booked, variantId, unitCost);
      }
      return ok(null);
    });
  } catch (error) {
    if (violatedConstraint(error) === "on_hand_negative") return fail("stock_below_zero");
    throw error;
  }
}

/** Pieces that are never sold are in no ledger, so the audit log names who changes them. */
async function changeReserve(
  sql: Sql,
  actor: Person,
  variantId: string,
  safety: number,
): Promise<void> {
  const [stored] = await sql<{ safety: number; product_id: string; sku: string }[]>`
    select i.safety, v.product_id, v.sku from stock_items i join product_variants v on v.id = i.variant_id
    where i.variant_id = ${variantId} for update of i`;
  if (!stored || stored.safety === safety) return;
  await sql`update stock_items set safety = ${safety} where variant_id = ${variantId}`;
  await recordAct(sql, actor, "product.reserve_changed", {
    subjectId: stored.product_id,
    changes: { safety: [stored.safety, safety] },
    details: { sku: stored.sku },
  });
}

/** @returns the movement; undefined when it was booked before */
export async function bookPieces(
  sql: Sql,
  actorId: string,
  variantId: string,
  change: Extract<StockChange, { kind: "receive" | "adjust" }>,
): Promise<number | undefined> {
  const isReceived = change.kind === "receive";
  const [booked] = await sql<{ id: number }[]>`
    insert into stock_movements (variant_id, kind, quantity, reason, note, dedupe_key, actor_id)
    values (${variantId}, ${isReceived ? "received" : "adjusted"}, ${change.quantity},
      ${isReceived ? null : change.reason}, ${change.note}, ${`${change.kind}:${change.key}`}, ${actorId})
    on conflict (dedupe_key) do nothing returning id`;
  return booked?.id;
}
