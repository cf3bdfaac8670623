import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import type { BatchChange, BatchInput, BatchState, PromoBatch } from "./batch.ts";

export type BatchProblem =
  | "not_permitted"
  | "reauthentication_needed"
  | "not_found"
  | "promotion_automatic"
  | "batch_state";

/** The task of the queue that makes the codes of a batch, one chunk a run. */
export const makeCodesTask = "make-promo-codes";

/**
 * Staff with the permission and a recent reauthentication: orders single-use codes for a promotion that needs a code. A
 * job makes them (docs/why/promotions.md).
 */
export function createBatch(
  actor: Person,
  input: BatchInput,
): Promise<Result<{ id: string }, BatchProblem>> {
  return asStaff<{ id: string }, BatchProblem>(actor, "promos.bulk", async (sql) => {
    if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    const [promotion] = await sql<{ automatic: boolean }[]>`
      select automatic from promotions where id = ${input.promotion_id}`;
    if (!promotion) return fail("not_found");
    if (promotion.automatic) return fail("promotion_automatic");
    const [made] = await sql`
      insert into promo_batches ${sql({ ...input, created_by: actor.id })}
      on conflict (id) do nothing returning id`;
    if (made) await queue(sql, input.id);
    return ok({ id: input.id });
  });
}

export function queue(sql: Sql, batchId: string): Promise<void> {
  return enqueue(sql, makeCodesTask, { batch_id: batchId });
}

const unfinished: readonly BatchState[] = ["queued", "running", "paused"];

/**
 * Pauses, resumes or cancels a batch, revokes its codes, or changes its note. A canceled batch keeps the codes that were
 * made; from its revocation none of its codes applies.
 */
export function changeBatch(
  actor: Person,
  change: BatchChange,
): Promise<Result<undefined, BatchProblem>> {
  return asStaff<undefined, BatchProblem>(actor, "promos.bulk", async (sql) => {
    const { id } = change;
    const [batch] = await sql<{ state: BatchState }[]>`
      select state from promo_batches where id = ${id} for update`;
    if (!batch) return fail("not_found");
    const isUnfinished = unfinished.includes(batch.state);
    switch (change.act) {
      case "note":
        await sql`update promo_batches set note = ${change.note} where id = ${id}`;
        return ok(undefined);
      case "revoke":
        await sql`
          update promo_batches set revoked_at = coalesce(revoked_at, now()),
            state = case when ${isUnfinished} then 'canceled' else state end
          where id = ${id}`;
        return ok(undefined);
      case "cancel":
        if (!isUnfinished) return fail("batch_state");
        await sql`update promo_batches set state = 'canceled' where id = ${id}`;
        return ok(undefined);
      case "pause":
        if (!isUnfinished) return fail("batch_state");
        await sql`update promo_batches set state = 'paused' where id = ${id}`;
        return ok(undefined);
      case "resume":
        if (batch.state !== "paused") return fail("batch_state");
        await sql`update promo_batches set state = 'queued' where id = ${id}`;
        await queue(sql, id);
        return ok(undefined);
    }
  });
}

/** Batches that a page shows. */
const maxBatches = 50;
/** Used codes of a batch are counted up to here. */
const maxUsedCounted = 100_000;

/** The newest batches of a promotion. */
export async function listBatches(actor: Person, promotionId: string): Promise<PromoBatch[]> {
  if (!may(actor, "promos.read") || !isUuid(promotionId)) return [];
  const rows = await asShop()<
    (Omit<PromoBatch, "created_at" | "revoked_at"> & {
      created_at: Date;
      revoked_at: Date | null;
    })[]
  >`
    select id, prefix, length, count, made, note, state, created_at, revoked_at,
      (select count(*)::int from (select from promo_codes c where c.batch = b.id and c.used limit ${maxUsedCounted}) used_codes) as used
    from promo_batches b where promotion_id = ${promotionId} order by created_at desc, id limit ${maxBatches}`;
  return rows.map(({ created_at, revoked_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
  }));
}
