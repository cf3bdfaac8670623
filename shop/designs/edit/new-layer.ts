import type { DesignDocument, ImageLayer, ShapeLayer, TextLayer } from "../document.ts";
import { type FontEntry, fontCatalogue } from "../fonts/catalogue.ts";
import { rounded } from "../geometry.ts";
import type { SpecArea } from "../print-spec.ts";
import type { DesignAsset } from "../uploads/design-upload.ts";
import { newLayerId } from "./edit-layers.ts";

/* Layers as the tools add them: in the middle of the area, large enough to grip, in a colour and a font that it allows. */

/** Share of the area that a new layer takes. */
export const share = 0.4;

/** The ink that new layers have: the palette's first colour, or the ink of the shop. */
export function firstColour({ colours }: Pick<SpecArea, "colours">): string {
  return colours === "any" ? "#14183a" : (colours[0]?.hex ?? "#000000");
}

/** Fonts of the menu for an area. */
export function fontsFor({ fonts }: Pick<SpecArea, "fonts">): readonly FontEntry[] {
  return fontCatalogue.filter(
    ({ id, isRetired }) => !isRetired && (fonts === "all" || fonts.includes(id)),
  );
}

/** @returns undefined where the area allows no font of the catalogue */
export function newText(
  document: DesignDocument,
  area: SpecArea,
  text: string,
): TextLayer | undefined {
  const [font] = fontsFor(area);
  if (!font) return undefined;
  const size = rounded(Math.max(area.minText, Math.min(area.w, area.h) * 0.1));
  return {
    id: newLayerId(document, "text"),
    kind: "text",
    text,
    font: font.id,
    size,
    ...middleOf(area),
    w: rounded(area.w * share),
    h: rounded(size * 1.3),
    angle: 0,
    opacity: 1,
    align: "centre",
    leading: 1.2,
    tracking: 0,
    fit: "none",
    colour: firstColour(area),
  };
}

export function newShape(
  document: DesignDocument,
  area: SpecArea,
  shape: ShapeLayer["shape"],
): ShapeLayer {
  const side = rounded(Math.min(area.w, area.h) * share);
  const colour = firstColour(area);
  const stroke = { colour, width: Math.max(0.5, area.minStroke) };
  return {
    id: newLayerId(document, "shape"),
    kind: "shape",
    shape,
    ...middleOf(area),
    w: shape === "line" ? rounded(area.w * share) : side,
    h: shape === "line" ? 1 : side,
    angle: 0,
    opacity: 1,
    ...(shape === "line" ? { stroke } : { fill: colour }),
  };
}

/** A picture as large as the area allows, never larger than its pixels print sharply. */
export function newImage(
  document: DesignDocument,
  area: SpecArea,
  asset: Pick<DesignAsset, "sha256" | "width" | "height">,
): ImageLayer {
  const millimetresOf = (pixels: number) => (pixels / area.dpi.target) * 25.4;
  const room = 0.9;
  const scale = Math.min(
    1,
    (area.w * room) / millimetresOf(asset.width),
    (area.h * room) / millimetresOf(asset.height),
  );
  return {
    id: newLayerId(document, "image"),
    kind: "image",
    asset: asset.sha256,
    ...middleOf(area),
    w: rounded(Math.max(1, millimetresOf(asset.width) * scale)),
    h: rounded(Math.max(1, millimetresOf(asset.height) * scale)),
    angle: 0,
    opacity: 1,
    crop: { x: 0, y: 0, w: 1, h: 1 },
    mask: "none",
  };
}

export const middleOf = ({ w, h }: SpecArea) => ({ x: rounded(w / 2), y: rounded(h / 2) });
