import * as v from "valibot";
import { dateNow } from "#base/clock.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { priceDesign } from "#shop/designs/price-design.ts";
import { rightsWordingSchema } from "#shop/designs/rights.ts";
import { summarise } from "#shop/designs/summarise.ts";
import { findMissingAsset, hasUploads } from "#shop/designs/uploads/find-asset.server.ts";
import { basePriceColumn } from "./find-revision.server.ts";
import { lockCustomisation } from "./lock-customisation.server.ts";
import {
  hasProof,
  insertProof,
  type Redrawn,
  type RedrawProblem,
  redrawProof,
} from "./redraw-proof.server.ts";
import { noteSchema, seenSchema } from "./review-design.server.ts";

/** As the buyer's drawing board sends it. */
export const reviseSchema = v.strictObject({
  ...seenSchema,
  /** Idempotency key, chosen by the page: the id of the proof. */
  id: v.pipe(v.string(), v.uuid()),
  /** What changed, for the shop. */
  note: noteSchema,
  /** The buyer checked the words and wants it printed like this. */
  checked: v.literal(true, "words_unchecked"),
  document: v.unknown(),
  rights: rightsWordingSchema,
});
export type ReviseInput = v.InferOutput<typeof reviseSchema>;

export type ReviseProblem =
  | "customisation_not_found"
  | "order_canceled"
  | "changed_meanwhile"
  | "step_not_possible"
  | "picture_not_found"
  /** It has pictures of the buyer, and nobody said that they may be used. */
  | "rights_missing"
  | "price_differs"
  | "proof_unchanged"
  | RedrawProblem;

/**
 * The buyer changes a rejected design, or one that they asked to be changed, themselves: a new version, which the shop looks
 * at again. It costs what the line cost (decision 0140). A repeated id stores nothing.
 */
export function reviseDesign(
  actor: Person,
  input: ReviseInput,
): Promise<Result<null, ReviseProblem>> {
  return inTransaction(async (sql) => {
    const found = await lockCustomisation(sql, input.customisation_id);
    if (!found || found.customer_id !== actor.id) return fail("customisation_not_found");
    if (await hasProof(sql, found.id, input.id)) return ok(null);
    if (!found.is_placed) return fail("order_canceled");
    if (found.status !== input.status || found.proof_id !== input.proof_id)
      return fail("changed_meanwhile");
    if (found.status !== "rejected" && found.status !== "changes_requested")
      return fail("step_not_possible");
    const redrawn = await redrawProof(sql, found.id, { document: input.document });
    if (!redrawn.ok) return redrawn;
    const { assets } = redrawn.value.document;
    if (await findMissingAsset(actor, assets, sql)) return fail("picture_not_found");
    const needsRights = await hasUploads(Object.keys(assets), sql);
    if (needsRights && input.rights === undefined) return fail("rights_missing");
    if (await costsOtherwise(sql, found.id, redrawn.value)) return fail("price_differs");
    const inserted = await insertProof(sql, found, redrawn.value, {
      ...{ id: input.id, source: "buyer", note: input.note, mayRepeat: false },
      rights:
        needsRights && input.rights !== undefined
          ? { wording: input.rights, at: dateNow() }
          : undefined,
    });
    if (!inserted.ok) return inserted;
    await sql`
      update customisations set status = 'submitted', rejection = null, rejection_note = '' where id = ${found.id}`;
    return ok(null);
  });
}

/** Whether the new version costs more or less than the one before. */
async function costsOtherwise(
  sql: Sql,
  id: string,
  { spec, before, list }: Redrawn,
): Promise<boolean> {
  if (!before) return true;
  const [line] = await sql<{ base: number; quantity: number }[]>`
    select ${basePriceColumn(sql)} as base, l.quantity
    from customisations c join order_lines l on l.id = c.order_line_id where c.id = ${id}`;
  if (!line) return true;
  const priceOf = (drawn: typeof list) =>
    priceDesign(spec.price, summarise(drawn), {
      ...{ base: line.base, pieces: line.quantity, isSetUp: false },
    });
  const [was, now] = [priceOf(before), priceOf(list)];
  return was.unit !== now.unit || was.setup !== now.setup;
}
