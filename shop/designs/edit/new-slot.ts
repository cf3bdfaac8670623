import type { LocalText } from "#base/language.ts";
import type { DesignDocument, SlotLayer } from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { addLayer, newLayerId, type Place } from "./edit-layers.ts";
import { freeFieldId } from "./template-fields.ts";

/** Share of the area that a new slot takes. */
const share = 0.5;

/** A template with a photo slot in the middle of an area, which a buyer has to fill. */
export function withNewSlot(
  document: DesignDocument,
  place: Place,
  area: SpecArea,
  label: LocalText,
): { readonly document: DesignDocument; readonly id: string } {
  const field = freeFieldId(document);
  const side = rounded(Math.min(area.w, area.h) * share);
  const slot: SlotLayer = {
    id: newLayerId(document, "slot"),
    kind: "slot",
    field,
    x: rounded(area.w / 2),
    y: rounded(area.h / 2),
    w: side,
    h: side,
    angle: 0,
    opacity: 1,
    fit: "cover",
    mask: "none",
  };
  const asked = { id: field, label: { ...label }, max: 1, rule: "photo" as const, required: true };
  const added = addLayer({ ...document, fields: [...document.fields, asked] }, place, slot);
  return { document: added, id: slot.id };
}
