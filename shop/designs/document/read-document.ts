import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { checkJson, type JsonProblem } from "./check-json.ts";
import { type DesignDocument, documentSchema, type Layer } from "./document.ts";
import { maxDocumentBytes, maxGroupDepth, maxLayersOfASide } from "./document-limits.ts";
import { walk } from "./walk-layers.ts";

export type DocumentProblemCode =
  | JsonProblem
  | "newer_version"
  | "not_a_document"
  | "duplicate_id"
  | "too_many_layers"
  | "groups_too_deep"
  | "font_not_listed"
  | "asset_not_listed"
  | "field_not_listed";

/** `path` is where the document breaks the rule, e.g. `sides.0.areas.0.layers.3.size`. */
export interface DocumentProblem {
  readonly code: DocumentProblemCode;
  readonly path: string;
}

/** Reads a document as it arrived; the result has defaults, rounded numbers and normalised angles. */
export function readDocument(input: unknown): Result<DesignDocument, DocumentProblem> {
  const unfit = checkJson(input, maxDocumentBytes);
  if (unfit) return fail(unfit);
  if (versionOf(input) > 2) return fail({ code: "newer_version", path: "v" });
  const read = v.safeParse(documentSchema, input, { abortEarly: true });
  if (!read.success) {
    const [issue] = read.issues;
    return fail({ code: "not_a_document", path: v.getDotPath(issue) ?? "" });
  }
  const broken = brokenRule(read.output);
  return broken ? fail(broken) : ok(read.output);
}

function versionOf(input: unknown): number {
  const version = typeof input === "object" && input !== null && "v" in input ? input.v : 0;
  return typeof version === "number" ? version : 0;
}

/** The first rule between members that the document breaks. */
function brokenRule(document: DesignDocument): DocumentProblem | null {
  const ids = new Set<string>();
  const sideIds = new Set<string>();
  const fields = new Set<string>();
  const photos = new Set<string>();
  for (const [index, { id, rule }] of document.fields.entries()) {
    if (fields.has(id) || photos.has(id))
      return { code: "duplicate_id", path: `fields.${index}.id` };
    (rule === "photo" ? photos : fields).add(id);
  }
  for (const [sideIndex, side] of document.sides.entries()) {
    const sidePath = `sides.${sideIndex}`;
    if (sideIds.has(side.id)) return { code: "duplicate_id", path: `${sidePath}.id` };
    sideIds.add(side.id);
    const areaIds = new Set<string>();
    let count = 0;
    for (const [areaIndex, area] of side.areas.entries()) {
      const areaPath = `${sidePath}.areas.${areaIndex}`;
      if (areaIds.has(area.id)) return { code: "duplicate_id", path: `${areaPath}.id` };
      areaIds.add(area.id);
      for (const { layer, path, depth } of walk(area.layers, `${areaPath}.layers`)) {
        count += 1;
        if (count > maxLayersOfASide) return { code: "too_many_layers", path: sidePath };
        if (ids.has(layer.id)) return { code: "duplicate_id", path: `${path}.id` };
        ids.add(layer.id);
        if (layer.kind === "group" && depth >= maxGroupDepth)
          return { code: "groups_too_deep", path };
        const missing = missingReference(document, layer, fields, photos);
        if (missing) return { code: missing, path };
      }
    }
  }
  return null;
}

function missingReference(
  document: DesignDocument,
  layer: Layer,
  fields: ReadonlySet<string>,
  photos: ReadonlySet<string>,
): DocumentProblemCode | null {
  if (layer.kind === "text") {
    if (!Object.hasOwn(document.fonts, layer.font)) return "font_not_listed";
    if (layer.field !== undefined && !fields.has(layer.field)) return "field_not_listed";
  }
  if (layer.kind === "image" && !Object.hasOwn(document.assets, layer.asset))
    return "asset_not_listed";
  const slot = layer.kind === "image" ? layer.slot : layer.kind === "slot" ? layer : undefined;
  if (slot && !photos.has(slot.field)) return "field_not_listed";
  return null;
}
