import * as v from "valibot";
import { dateNow } from "#base/clock.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { unagreedDpi } from "./blur.ts";
import { readPrintSpec } from "./document/print-spec.ts";
import type { DocumentProblem } from "./document/read-document.ts";
import type { Finding } from "./draw/finding.ts";
import { drawInThread } from "./in-thread.server.ts";
import { bodyColumn } from "./mockups/body-colour.server.ts";
import { versionsPerNetwork } from "./personalise.server.ts";
import { isMissingPhoto } from "./print/preflight.ts";
import { blurTickSchema, rightsWordingSchema } from "./rights.ts";
import { cutProblemOf } from "./separations/design-separations.server.ts";
import type { CutProblem } from "./separations/separations.server.ts";
import { storeVersion } from "./store-version.server.ts";
import { findMissingAsset, hasUploads } from "./uploads/find-asset.server.ts";

export const keptDesignSchema = v.strictObject({
  variant_id: v.pipe(v.string(), v.uuid()),
  /** A design document; `readDocument` checks it. */
  document: v.unknown(),
  rights: rightsWordingSchema,
  blurred: blurTickSchema,
});
type KeptDesign = v.InferOutput<typeof keptDesignSchema>;

export type KeepProblem =
  | { readonly code: "variant_not_found" | "too_many_requests" | "id_reused" | "design_too_large" }
  /** The specification was changed since the design was begun. */
  | { readonly code: "design_outdated" }
  | { readonly code: "document_refused"; readonly problem: DocumentProblem }
  /** Somebody else's picture, or none. */
  | { readonly code: "picture_not_found"; readonly asset: string }
  /** It has pictures, and nobody said that they may be used. */
  | { readonly code: "rights_missing" }
  /** A picture will look blurred, and nobody agreed to print it like that. */
  | { readonly code: "blur_unticked"; readonly dpi: number }
  | { readonly code: CutProblem }
  /** A photograph is missing from a slot that needs one. */
  | { readonly code: "design_incomplete"; readonly findings: readonly Finding[] }
  | { readonly code: "design_blocked"; readonly findings: readonly Finding[] };

/**
 * Keeps a design that was drawn in the designer as a version for a line of the cart. The server draws it anew and checks it by
 * the specification that the variant is printed by.
 * @param id chosen by the page; a repeated one stores nothing
 * @param network of the request: each network may store 120 versions an hour
 */
export async function keepDesign(
  actor: Actor,
  id: string,
  { variant_id, document: input, rights, blurred }: KeptDesign,
  network: string,
): Promise<Result<{ id: string }, KeepProblem>> {
  if ((await countRequest(`designs:${network}`, versionsPerNetwork)) > 0) {
    return fail({ code: "too_many_requests" });
  }
  const read = await drawInThread("readDocument", input);
  if (!read.ok) return fail({ code: "document_refused", problem: read.problem });
  const found = await findPrinted(variant_id);
  if (!found) return fail({ code: "variant_not_found" });
  const { product_id, spec_id, spec, body } = found;
  const document = read.value;
  if (document.spec !== spec_id) return fail({ code: "design_outdated" });
  const missing = await findMissingAsset(actor, document.assets);
  if (missing) return fail({ code: "picture_not_found", asset: missing });
  const needsRights = await hasUploads(Object.keys(document.assets));
  if (needsRights && rights === undefined) return fail({ code: "rights_missing" });
  const { list, findings } = await drawInThread("checkDesign", {
    document,
    spec,
    ...(body === null ? {} : { body }),
  });
  if (findings.some(({ severity }) => severity === "blocks")) {
    if (findings.some(isMissingPhoto)) return fail({ code: "design_incomplete", findings });
    return fail({ code: "design_blocked", findings });
  }
  const dpi = unagreedDpi(findings, blurred);
  if (dpi !== null) return fail({ code: "blur_unticked", dpi });
  if (!list) return fail({ code: "design_too_large" });
  const cut = await cutProblemOf(list, spec);
  if (cut) return fail({ code: cut });
  const stored = await storeVersion(actor, id, {
    product_id,
    spec_id,
    template_id: null,
    document,
    list,
    rights: needsRights && rights !== undefined ? { wording: rights, at: dateNow() } : undefined,
  });
  return stored.ok ? ok(stored.value) : fail({ code: stored.problem });
}

async function findPrinted(variantId: string) {
  const sql = asShop();
  const [row] = await sql<
    { product_id: string; spec_id: string; spec: unknown; body: string | null }[]
  >`
    select p.id as product_id, s.id as spec_id, s.spec, ${bodyColumn(sql)} as body
    from product_variants v join products p on p.id = v.product_id
    join variant_specs vs on vs.variant_id = v.id join print_specs s on s.id = vs.spec_id
    where v.id = ${variantId} and not v.archived
      and p.takes_designs and p.status = 'published' and p.published_at <= now()`;
  if (!row) return undefined;
  const spec = readPrintSpec(row.spec);
  if (!spec.ok) throw new Error(`the print specification ${row.spec_id} cannot be read`);
  return { ...row, spec: spec.value };
}
