import * as v from "valibot";
import { dateNow } from "#base/clock.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { unagreedDpi } from "#shop/designs/blur.ts";
import { blurTickSchema, rightsWordingSchema } from "#shop/designs/rights.ts";
import { findMissingAsset, hasUploads } from "#shop/designs/uploads/find-asset.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { hasTakenManySteps } from "#shop/orders/limit-buyer-steps.server.ts";
import { lockCustomisation } from "#shop/production/customisations/lock-customisation.server.ts";
import { priceChange } from "#shop/production/customisations/price-change.ts";
import {
  hasProof,
  isVersionIdTaken,
  prepareProof,
  type RedrawProblem,
  redrawProof,
  storeProof,
} from "#shop/production/customisations/proofs/redraw-proof.server.ts";
import {
  noteSchema,
  seenSchema,
} from "#shop/production/customisations/proofs/review-design.server.ts";
import { askSupplement } from "./ask-supplement.server.ts";
import { lowerPrice } from "./lower-price.server.ts";
import { priceVersion } from "./price-version.server.ts";

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
  blurred: blurTickSchema,
  /** What the board said that all pieces cost more, in whole rupiah before promotions; negative: less. */
  difference: v.pipe(v.number(), v.safeInteger()),
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
  /** A picture will look blurred, and nobody agreed to print it like that. */
  | "blur_unticked"
  /** The board said another difference. */
  | "price_changed"
  /** It costs more or less, and the price of the line is settled, or nothing was paid that could go back. */
  | "price_settled"
  | "proof_unchanged"
  /** The order has reached its daily limit, see `hasTakenManySteps`. */
  | "too_many_requests"
  | RedrawProblem;

/** The order in which the buyer pays the difference; null where nothing is to be paid. */
export interface Revised {
  readonly to_pay: string | null;
}

/**
 * The buyer changes a rejected design, or one that they asked to be changed, themselves: a new version, which the shop looks
 * at again. A dearer one is pending until its supplement is paid; the difference of a cheaper one is refunded (docs/why/orders.md).
 * A repeated id stores nothing.
 */
export function reviseDesign(
  actor: Person,
  input: ReviseInput,
): Promise<Result<Revised, ReviseProblem>> {
  return inTransaction<Result<Revised, ReviseProblem>>(async (sql) => {
    const found = await lockCustomisation(sql, input.customisation_id);
    if (!found || found.customer_id !== actor.id) return fail("customisation_not_found");
    const before = await findSent(sql, found.id, input.id);
    if (before) return ok(before);
    if (await isVersionIdTaken(sql, input.id)) return fail("changed_meanwhile");
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
    if (unagreedDpi(redrawn.value.findings, input.blurred) !== null) return fail("blur_unticked");
    const prepared = await prepareProof(sql, found, redrawn.value, {
      id: input.id,
      source: "buyer",
      note: input.note,
      mayRepeat: false,
      rights:
        needsRights && input.rights !== undefined
          ? { wording: input.rights, at: dateNow() }
          : undefined,
    });
    if (!prepared.ok) return prepared;
    const price = await priceVersion(sql, found.id, redrawn.value);
    if (!price) return fail("price_settled");
    const { unit, pieces, paid } = price;
    if (unit * pieces !== input.difference) return fail("price_changed");
    if (unit !== 0 && !paid) return fail("price_settled");
    if (unit > 0) {
      if (await hasTakenManySteps(sql, found.order_id)) return fail("too_many_requests");
      const to_pay = await askSupplement(sql, found, prepared.value, unit);
      return to_pay ? ok({ to_pay }) : fail("changed_meanwhile");
    }
    if (!(await lowerPrice(sql, input.id, priceChange(unit * pieces, paid ?? []))))
      return fail("price_settled");
    await storeProof(sql, found, prepared.value);
    await sql`
      update customisations set status = 'submitted', rejection = null, rejection_note = '' where id = ${found.id}`;
    return ok({ to_pay: null });
  });
}

/** What an earlier, repeated call answered; undefined for a new version. */
async function findSent(
  sql: Sql,
  customisationId: string,
  id: string,
): Promise<Revised | undefined> {
  if (await hasProof(sql, customisationId, id)) return { to_pay: null };
  const [asked] = await sql<{ order_id: string }[]>`
    select order_id from private.design_supplements where id = ${id} and customisation_id = ${customisationId}`;
  return asked && { to_pay: asked.order_id };
}
