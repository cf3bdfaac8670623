import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { hashOfDocument } from "#shop/designs/document/hash-document.server.ts";
import { type DocumentProblem, readDocument } from "#shop/designs/document/read-document.ts";
import {
  type DesignOwner,
  designOwner,
  isOf,
  lockOwner,
} from "#shop/designs/guests/design-owner.server.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
import { exceedsStoredSize } from "#shop/designs/stored-size.server.ts";
import { findMissingAsset } from "#shop/designs/uploads/find-asset.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { findSpec } from "./find-spec.server.ts";
import { insertDesign } from "./insert-design.server.ts";
import { designNameSchema } from "./manage-designs.server.ts";

/** Saves an hour of one owner; the designer saves after each two quiet seconds. */
const savesPerOwner = { limit: 1_800, windowSeconds: 3600 };

export const draftSchema = v.strictObject({
  product_id: v.pipe(v.string(), v.uuid()),
  /** The goods that it is drawn on. */
  variant_id: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** Of a new design; a saved one keeps its own. */
  name: designNameSchema,
  /** The save that this one follows; 0 for a new design. */
  rev: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000_000)),
  /** A design document; `readDocument` checks it. */
  document: v.unknown(),
});
/** Without a variant the saved one stays. */
type Draft = v.InferInput<typeof draftSchema>;

export interface SavedDraft {
  readonly id: string;
  readonly rev: number;
  /** Variant that the design was drawn on; null when unknown. */
  readonly variant_id: string | null;
  readonly document: DesignDocument;
}

export type DraftProblem =
  | { readonly code: "design_not_found" | "too_many_designs" | "too_many_requests" }
  | { readonly code: "design_too_large" }
  | { readonly code: "document_refused"; readonly problem: DocumentProblem }
  /** Somebody else's picture, or none. */
  | { readonly code: "picture_not_found"; readonly asset: string }
  /** Another device or tab saved it meanwhile. */
  | { readonly code: "rev_conflict"; readonly saved: SavedDraft };

/**
 * Saves a design that is worked on. A save that follows another one than the newest stores nothing; the same save again is the
 * same.
 * @param id chosen by the page for a new design
 */
export async function saveDraft(
  actor: Actor,
  id: string,
  { product_id, variant_id = null, name, rev, document: input }: Draft,
): Promise<Result<{ rev: number }, DraftProblem>> {
  const owner = designOwner(actor);
  if (!owner) return fail({ code: "design_not_found" });
  if ((await countRequest(`drafts:${owner.customer_id ?? owner.guest_hash}`, savesPerOwner)) > 0) {
    return fail({ code: "too_many_requests" });
  }
  const read = await drawInThread("readDocument", input);
  if (!read.ok) return fail({ code: "document_refused", problem: read.problem });
  const document = read.value;
  const spec = await findSpec(product_id, document.spec);
  if (!spec) return fail({ code: "design_not_found" });
  const asset = await findMissingAsset(actor, document.assets);
  if (asset) return fail({ code: "picture_not_found", asset });
  const list = await drawInThread("drawDraft", { document, spec });
  if (!list) return fail({ code: "design_too_large" });
  const saving = inTransaction<Result<{ rev: number }, DraftProblem>>(async (sql) => {
    if (!(await lockOwner(sql, owner))) return fail({ code: "design_not_found" });
    const saved = await findRow(sql, owner, id);
    if (!saved) {
      if (rev !== 0) return fail({ code: "design_not_found" });
      const stored = await insertDesign(sql, owner, {
        id,
        product_id,
        variant_id,
        name,
        document,
        display: list,
      });
      return stored === "stored" ? ok({ rev: 1 }) : fail({ code: stored });
    }
    if (saved.rev !== rev) {
      const isSame =
        saved.rev === rev + 1 && hashOfDocument(saved.document) === hashOfDocument(document);
      return isSame ? ok({ rev: saved.rev }) : fail({ code: "rev_conflict", saved });
    }
    await sql`
      update designs
      set document = ${sql.json(document)}, display = ${sql.json(list)},
        variant_id = coalesce(${variant_id}::uuid, variant_id), rev = ${rev + 1}
      where id = ${id} and ${isOf(sql, owner)}`;
    return ok({ rev: rev + 1 });
  });
  return saving.catch((error: unknown) => {
    if (exceedsStoredSize(error)) return fail({ code: "design_too_large" });
    throw error;
  });
}

/** An own design that the designer can open; undefined for another's, and for one of before there were specifications. */
export async function findDraft(actor: Actor, id: string): Promise<SavedDraft | undefined> {
  const owner = designOwner(actor);
  return owner && findRow(asShop(), owner, id);
}

async function findRow(sql: Sql, owner: DesignOwner, id: string): Promise<SavedDraft | undefined> {
  const [row] = await sql<{ rev: number; variant_id: string | null; document: unknown }[]>`
    select rev, variant_id, document from designs where id = ${id} and ${isOf(sql, owner)}`;
  const document = row && readDocument(row.document);
  return row && document?.ok
    ? { id, rev: row.rev, variant_id: row.variant_id, document: document.value }
    : undefined;
}
