import type {
  DesignDocument,
  Layer,
  SlotLayer,
  TextLayer,
} from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import { slotsOf } from "#shop/designs/document/photo-slots.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { layersOf } from "#shop/designs/document/walk-layers.ts";
import { changeLayer } from "./edit-layers.ts";

export type TemplateField = DesignDocument["fields"][number];

/** What stands in the fields of a template, by field: sample words, and a word for each photograph that a buyer will choose. */
export function samplesOf(document: DesignDocument): Record<string, string> {
  const words = textsOf(document.sides).flatMap(({ field, text }) =>
    field === undefined ? [] : [[field, text]],
  );
  const photographs = slotsOf(document).map(({ field }) => [field, "photograph"]);
  return Object.fromEntries([...words, ...photographs]);
}

/** The field that a layer is filled in from; undefined: it is the template's own. */
export function fieldOf(
  { fields }: DesignDocument,
  layer: TextLayer | SlotLayer,
): TemplateField | undefined {
  return fields.find(({ id }) => id === layer.field);
}

/** The field with a value for all pieces of an order, or for each piece in a row of a list (docs/why/designs.md). */
export function ofPieces({ each: _, ...field }: TemplateField, isEach: boolean): TemplateField {
  return isEach ? { ...field, each: true } : field;
}

/** The document with a text that buyers fill in, or whose field is another one. */
export function withField(
  document: DesignDocument,
  layerId: string,
  field: TemplateField,
): DesignDocument {
  const isKnown = document.fields.some(({ id }) => id === field.id);
  const fields = isKnown
    ? document.fields.map((other) => (other.id === field.id ? field : other))
    : [...document.fields, field];
  return changeLayer(
    { ...document, fields },
    layerId,
    (layer): Layer =>
      layer.kind === "text" || layer.kind === "slot" ? { ...layer, field: field.id } : layer,
  );
}

/** Share of the width around it that a filled-in text may take. */
const roomOfArea = 0.8;

/**
 * A text with room for words that are longer than its sample: they shrink to the box, down to the area's smallest letters.
 * @param width of the area, or of the group that the text lies in
 */
export function withRoom(layer: TextLayer, width: number, { minText }: SpecArea): TextLayer {
  if (layer.fit !== "none" || layer.arc) return layer;
  const { left, right } = { left: layer.x, right: width - layer.x };
  const half = Math.max(layer.w / 2, Math.min(left, right, width / 2) * roomOfArea);
  const w = layer.align === "centre" ? rounded(half * 2) : layer.w;
  return { ...layer, fit: "shrink", w, min: Math.min(layer.size, Math.max(minText, 1)) };
}

/** The document with a text whose words are the template's own. */
export function withoutField(document: DesignDocument, layerId: string): DesignDocument {
  const changed = changeLayer(document, layerId, (layer): Layer => {
    if (layer.kind !== "text") return layer;
    const { field: _, ...own } = layer;
    return own;
  });
  return withUsedFields(changed);
}

/** The document without fields that no layer names, as after its layer was removed. */
export function withUsedFields(document: DesignDocument): DesignDocument {
  const fillable = [...textsOf(document.sides), ...slotsOf(document)];
  const used = new Set(fillable.flatMap(({ field }) => field ?? []));
  return { ...document, fields: document.fields.filter(({ id }) => used.has(id)) };
}

/** An id that no field of the document has. */
export function freeFieldId({ fields }: DesignDocument): string {
  let place = fields.length + 1;
  while (fields.some(({ id }) => id === `field-${place}`)) place += 1;
  return `field-${place}`;
}

function textsOf(sides: DesignDocument["sides"]): TextLayer[] {
  return sides.flatMap(({ areas }) =>
    areas.flatMap((area) =>
      [...layersOf(area)].filter((layer): layer is TextLayer => layer.kind === "text"),
    ),
  );
}
