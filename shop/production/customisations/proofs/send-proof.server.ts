import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import type { Person } from "#shop/kernel/access.ts";
import { queueDesignMail } from "#shop/production/customisations/design-mail.server.ts";
import { lockCustomisation } from "#shop/production/customisations/lock-customisation.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import {
  hasProof,
  insertProof,
  isVersionIdTaken,
  type ProofEdit,
  type RedrawProblem,
  redrawProof,
} from "./redraw-proof.server.ts";
import { noteSchema, type ReviewProblem, seenSchema } from "./review-design.server.ts";

const shared = {
  ...seenSchema,
  /** Idempotency key, chosen by the form: the id of the proof. */
  id: v.pipe(v.string(), v.uuid()),
  /** What changed, for the buyer. */
  note: v.pipe(noteSchema, v.minLength(1, "note_missing")),
};

export const sendProofSchema = v.strictObject({
  ...shared,
  /** The words by text layer, and of a roster by piece (`rosterTextsOf`); others stay. */
  texts: v.record(v.pipe(v.string(), v.maxLength(60)), v.pipe(v.string(), v.maxLength(500))),
});
/** As the drawing board of staff sends it. */
export const sendDocumentSchema = v.strictObject({ ...shared, document: v.unknown() });
export type SendProofInput =
  | v.InferOutput<typeof sendProofSchema>
  | v.InferOutput<typeof sendDocumentSchema>;

export type SendProofProblem =
  | ReviewProblem
  | "proof_unchanged"
  | "picture_not_found"
  | RedrawProblem;

/**
 * Staff: sends the buyer a proof with corrected words, or as it was drawn on the board, by the specification that the line
 * was ordered by. The buyer decides about it; an earlier proof that waits becomes outdated. A repeated id sends nothing.
 */
export function sendProof(
  actor: Person,
  input: SendProofInput,
): Promise<Result<null, SendProofProblem>> {
  return asStaff<null, SendProofProblem>(actor, "customisations.review", async (sql) => {
    const found = await lockCustomisation(sql, input.customisation_id);
    if (!found) return fail("customisation_not_found");
    if (await hasProof(sql, found.id, input.id)) return ok(null);
    if (await isVersionIdTaken(sql, input.id)) return fail("changed_meanwhile");
    if (!found.is_placed) return fail("order_not_placed");
    if (!found.may_begin) return fail("order_not_paid");
    if (found.status !== input.status || found.proof_id !== input.proof_id)
      return fail("changed_meanwhile");
    if (!["submitted", "in_review", "changes_requested", "proof_sent"].includes(found.status))
      return fail("step_not_possible");
    const edit: ProofEdit =
      "texts" in input ? { texts: input.texts } : { document: input.document };
    const redrawn = await redrawProof(sql, found.id, edit);
    if (!redrawn.ok) return redrawn;
    const { spec, document } = redrawn.value;
    if (await hasForeignPicture(sql, found.id, document)) return fail("picture_not_found");
    const inserted = await insertProof(sql, found, redrawn.value, {
      id: input.id,
      source: "staff",
      note: input.note,
      // Goods that want a proof get one, also where nothing had to be corrected.
      mayRepeat: spec.policy === "proof" && (await isOfBuyer(sql, found.proof_id)),
    });
    if (!inserted.ok) return inserted;
    await sql`update customisations set status = 'proof_sent' where id = ${found.id}`;
    await recordAct(sql, actor, "customisation.proof_sent", {
      orderId: found.order_id,
      subjectId: found.id,
      details: { proof: input.id },
    });
    await queueDesignMail(sql, found.id, "proof_sent", input.id);
    return ok(null);
  });
}

async function isOfBuyer(sql: Sql, proofId: string | null): Promise<boolean> {
  const own = await sql`select from proofs where id = ${proofId}::uuid and source = 'buyer'`;
  return own.length > 0;
}

/** Whether a document shows a picture, or other pixels of it, that no proof of the customisation shows. */
async function hasForeignPicture(
  sql: Sql,
  customisationId: string,
  { assets }: DesignDocument,
): Promise<boolean> {
  if (Object.keys(assets).length === 0) return false;
  const rows = await sql<{ document: unknown }[]>`
    select document from proofs where customisation_id = ${customisationId}`;
  const known = rows.flatMap(({ document }) => {
    const read = readDocument(document);
    return read.ok ? Object.entries(read.value.assets) : [];
  });
  return Object.entries(assets).some(
    ([hash, { w, h }]) =>
      !known.some(([one, size]) => one === hash && size.w === w && size.h === h),
  );
}
