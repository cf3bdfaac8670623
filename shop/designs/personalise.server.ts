import * as v from "valibot";
import { dateNow } from "#base/clock.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { unagreedDpi } from "./blur.ts";
import type { DesignDocument } from "./document/document.ts";
import { withGreySlots } from "./document/photo-slots.ts";
import type { PrintSpec } from "./document/print-spec.ts";
import type { DisplayList } from "./draw/display-list.ts";
import { summarise, wordsOf } from "./draw/summarise.ts";
import { photoFields, type ValueProblem } from "./fill-template.ts";
import { drawInThread } from "./in-thread.server.ts";
import { bodyColumn } from "./mockups/body-colour.server.ts";
import { mockupsColumn } from "./mockups/mockups-column.server.ts";
import { type DesignPrice, type NextStep, nextStep, priceDesign } from "./print/price-design.ts";
import { blurTickSchema, rightsWordingSchema } from "./rights.ts";
import { readTemplate, type TemplateRow, templateSource } from "./roster/template-source.server.ts";
import { cutProblemOf } from "./separations/design-separations.server.ts";
import { storeVersion } from "./store-version.server.ts";
import { findAssets, hasUploads } from "./uploads/find-asset.server.ts";

/** Characters of a field's value that are read at all; a field's own limit is lower. */
const maxValueLength = 500;

export const personaliseSchema = v.strictObject({
  variant_id: v.pipe(v.string(), v.uuid()),
  template_id: v.pipe(v.string(), v.uuid()),
  /** What the buyer typed, by field. */
  values: v.record(
    v.pipe(v.string(), v.maxLength(40)),
    v.pipe(v.string(), v.maxLength(maxValueLength)),
  ),
});
export type PersonaliseInput = v.InferOutput<typeof personaliseSchema>;

export const keptInputSchema = v.strictObject({
  ...personaliseSchema.entries,
  rights: rightsWordingSchema,
  blurred: blurTickSchema,
});
type KeptInput = v.InferOutput<typeof keptInputSchema>;

export interface Personalised {
  readonly document: DesignDocument;
  readonly list: DisplayList;
  /** Of so many pieces as were asked for, by somebody who never ordered the design. */
  readonly price: DesignPrice;
  /** Undefined where no more pieces make each cheaper. */
  readonly next: NextStep | undefined;
  readonly words: readonly string[];
  readonly mockups: PrintSpec["mockups"];
  /** Colour of the goods as #rrggbb; null where the shop does not say. */
  readonly body: string | null;
  /** Photographs that are less sharp than they should be. */
  readonly remarks: readonly ValueProblem[];
}

export type PersonaliseProblem =
  | { readonly code: "template_not_found" }
  /** Photographs are all that is missing. `sketch`: what is there so far, with grey frames; never to be printed. */
  | {
      readonly code: "design_incomplete";
      readonly problems: readonly ValueProblem[];
      readonly sketch: DisplayList;
    }
  | { readonly code: "values_refused"; readonly problems: readonly ValueProblem[] };

/**
 * Draws a published template with a buyer's values on a variant that is printed, and prices it. Nothing is stored.
 * @param pieces at least 1, for the quantity table
 * @param actor whose photographs are printed, and whose designs of the drawing board may be meant as well, for their rosters
 */
export async function personalise(
  input: PersonaliseInput,
  pieces: number,
  actor: Actor,
): Promise<Result<Personalised, PersonaliseProblem>> {
  const found = await findTemplate(asShop(), input, actor);
  return found ? draw(found, input.values, pieces, actor) : fail({ code: "template_not_found" });
}

/** Versions that one network may store. */
export const versionsPerNetwork = { limit: 120, windowSeconds: 3600 };

/**
 * Stores a version of the design for a line of the cart. A repeated id stores nothing; with another design it is refused.
 * @param id chosen by the form
 * @param network of the request: each network may store 120 versions an hour
 */
export async function createVersion(
  actor: Actor,
  id: string,
  { rights, blurred, ...input }: KeptInput,
  network: string,
): Promise<
  Result<
    { id: string },
    | PersonaliseProblem
    | { readonly code: "too_many_requests" | "id_reused" | "design_too_large" }
    /** It has photographs, and nobody said that they may be used. */
    | { readonly code: "rights_missing" }
    /** A photograph will look blurred, and nobody agreed to print it like that. */
    | { readonly code: "blur_unticked"; readonly dpi: number }
  >
> {
  const found = await findTemplate(asShop(), input, null);
  if (!found) return fail({ code: "template_not_found" });
  const drawn = await draw(found, input.values, 1, actor);
  if (!drawn.ok) return drawn;
  const needsRights = await hasUploads(Object.keys(drawn.value.document.assets));
  if (needsRights && rights === undefined) return fail({ code: "rights_missing" });
  const dpi = unagreedDpi(drawn.value.remarks, blurred);
  if (dpi !== null) return fail({ code: "blur_unticked", dpi });
  if ((await countRequest(`designs:${network}`, versionsPerNetwork)) > 0) {
    return fail({ code: "too_many_requests" });
  }
  const { product_id, spec_id, spec } = found;
  const { document, list } = drawn.value;
  const cut = await cutProblemOf(list, spec);
  if (cut) return fail({ code: "values_refused", problems: [{ field: null, code: cut }] });
  const origin = { product_id, spec_id, template_id: input.template_id };
  const stored = await storeVersion(actor, id, {
    ...origin,
    document,
    list,
    rights: needsRights && rights !== undefined ? { wording: rights, at: dateNow() } : undefined,
  });
  return stored.ok ? stored : fail({ code: stored.problem });
}

interface FoundTemplate {
  readonly product_id: string;
  readonly spec_id: string;
  /** Whole rupiah of the variant without its design. */
  readonly base: number;
  readonly body: string | null;
  readonly mockups: PrintSpec["mockups"];
  readonly document: DesignDocument;
  readonly spec: PrintSpec;
}

/** @param actor whose designs of the drawing board may be meant as well; null: templates alone */
async function findTemplate(
  sql: Sql,
  { variant_id, template_id }: PersonaliseInput,
  actor: Actor | null,
): Promise<FoundTemplate | undefined> {
  const [row] = await sql<(Omit<FoundTemplate, "document" | "spec"> & TemplateRow)[]>`
    select p.id as product_id, s.id as spec_id, v.shown_price as base, t.document, t.template_id, s.spec, o.spec as own,
      ${bodyColumn(sql)} as body, ${mockupsColumn(sql, sql`s.spec -> 'mockups'`)} as mockups
    from product_variants v join products p on p.id = v.product_id
    join variant_specs vs on vs.variant_id = v.id join print_specs s on s.id = vs.spec_id
    join ${templateSource(sql, template_id, actor)} on t.product_id = p.id
    join print_specs o on o.id = (t.document ->> 'spec')::uuid
    where v.id = ${variant_id} and not v.archived
      and p.takes_designs and p.status = 'published' and p.published_at <= now()`;
  const template = row && readTemplate(row);
  return template && { ...row, ...template };
}

async function draw(
  found: FoundTemplate,
  typed: Readonly<Record<string, string>>,
  pieces: number,
  actor: Actor,
): Promise<Result<Personalised, PersonaliseProblem>> {
  const hashes = photoFields(found.document).flatMap((field) => typed[field] || []);
  const known = await findAssets(asShop(), actor, hashes);
  const { spec, body } = found;
  const fill = (document: DesignDocument) =>
    drawInThread("fillTemplate", { document, spec, body }, typed, known);
  const { document, drawing, problems, remarks } = await fill(found.document);
  if (problems.length > 0) {
    if (!problems.every(({ code }) => code === "slot_empty"))
      return fail({ code: "values_refused", problems });
    const sketched = await fill(withGreySlots(found.document));
    return fail({ code: "design_incomplete", problems, sketch: sketched.drawing.list });
  }
  const { list } = drawing;
  const { base, mockups } = found;
  const price = priceDesign(spec.price, summarise(list), { base, pieces, isSetUp: false });
  const next = nextStep(spec.price, pieces);
  return ok({ document, list, price, next, words: wordsOf(list), mockups, body, remarks });
}
