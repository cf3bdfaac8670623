import type { ClipName } from "#shop/designs/clips/groups.ts";
import { newestClip } from "#shop/designs/clips/library.ts";
import type { ClipLayer, DesignDocument } from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { newLayerId } from "./edit-layers.ts";
import { firstColour, middleOf, share } from "./new-layer.ts";

/** @param called how the person calls it */
export function newClip(
  document: DesignDocument,
  area: SpecArea,
  name: ClipName,
  called: string,
): ClipLayer {
  const side = rounded(Math.min(area.w, area.h) * share);
  return {
    id: newLayerId(document, "clip"),
    kind: "clip",
    name: called,
    clip: newestClip(name),
    ...middleOf(area),
    w: side,
    h: side,
    angle: 0,
    opacity: 1,
    colours: [firstColour(area)],
  };
}
