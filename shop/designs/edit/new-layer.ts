import { bestInk, isVisibleOn } from "#shop/designs/colour/ink-contrast.ts";
import type {
  DesignDocument,
  ImageLayer,
  Layer,
  ShapeLayer,
  TextLayer,
} from "#shop/designs/document/document.ts";
import { rounded, sineAndCosine } from "#shop/designs/document/geometry.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { type FontEntry, fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import type { DesignAsset } from "#shop/designs/uploads/design-upload.ts";
import { newLayerId } from "./edit-layers.ts";

/*
 * Layers as the tools add them: in the middle of the area, text at a free place of it, large enough to grip, in a font that it allows
 * and an ink that is seen on the goods.
 */

/** Share of the area that a new layer takes. */
export const share = 0.4;

/** The ink that new layers have: the palette's first colour, or the ink of the shop. */
export function firstColour({ colours }: Pick<SpecArea, "colours">): string {
  return colours === "any" ? "#14183a" : (colours[0]?.hex ?? "#000000");
}

/** As `firstColour`, or the ink with the highest contrast where that one is not seen on the goods. */
function seenColour(area: Pick<SpecArea, "colours">, body: string | null): string {
  const first = firstColour(area);
  return body === null || isVisibleOn(first, body) ? first : (bestInk(area, body) ?? first);
}

/** Fonts of the menu for an area. */
export function fontsFor({ fonts }: Pick<SpecArea, "fonts">): readonly FontEntry[] {
  return fontCatalogue.filter(
    ({ id, isRetired }) => !isRetired && (fonts === "all" || fonts.includes(id)),
  );
}

/**
 * @param others layers of the area, which the text does not cover where there is room
 * @param body colour of the goods as #rrggbb; null where the shop does not say
 * @returns undefined where the area allows no font of the catalogue
 */
export function newText(
  document: DesignDocument,
  area: SpecArea,
  text: string,
  { others = [], body = null }: { others?: readonly Layer[]; body?: string | null } = {},
): TextLayer | undefined {
  const [font] = fontsFor(area);
  if (!font) return undefined;
  const size = rounded(Math.max(area.minText, Math.min(area.w, area.h) * 0.1));
  const box = { w: rounded(area.w * share), h: rounded(size * 1.3) };
  return {
    id: newLayerId(document, "text"),
    kind: "text",
    text,
    font: font.id,
    size,
    ...freePlace(area, box, others),
    ...box,
    angle: 0,
    opacity: 1,
    align: "centre",
    leading: 1.2,
    tracking: 0,
    fit: "none",
    colour: seenColour(area, body),
  };
}

export function newShape(
  document: DesignDocument,
  area: SpecArea,
  shape: ShapeLayer["shape"],
  body: string | null = null,
): ShapeLayer {
  const side = rounded(Math.min(area.w, area.h) * share);
  const colour = seenColour(area, body);
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

interface Size {
  readonly w: number;
  readonly h: number;
}

/** Millimetres. Smaller overlaps are rounding errors. */
const rounding = 0.01;

/**
 * The position with the smallest overlap with other layers. Candidates are the centre and the places above and below each layer. On
 * a tie, the horizontal centre precedes the edges, and the nearest to the vertical centre comes first.
 */
function freePlace(area: SpecArea, { w, h }: Size, others: readonly Layer[]) {
  const middle = middleOf(area);
  const reach = {
    x: Math.max(0, middle.x - w / 2 - area.safe),
    y: Math.max(0, middle.y - h / 2 - area.safe),
  };
  const taken = others.map((other) => ({ x: other.x, y: other.y, ...halvesOf(other) }));
  const coveredAt = (x: number, y: number) =>
    taken.reduce((sum, other) => {
      const across = Math.min(w, other.halfWide + w / 2 - Math.abs(other.x - x));
      const down = Math.min(h, other.halfHigh + h / 2 - Math.abs(other.y - y));
      return across > rounding && down > rounding ? sum + across * down : sum;
    }, 0);
  const heightsWith = (gap: number) =>
    [
      middle.y,
      ...taken.flatMap(({ y, halfHigh }) => [
        y - halfHigh - gap - h / 2,
        y + halfHigh + gap + h / 2,
      ]),
    ]
      .filter((y) => Math.abs(y - middle.y) <= reach.y)
      .toSorted((one, other) => Math.abs(one - middle.y) - Math.abs(other - middle.y));
  const heights = [...heightsWith(h * 0.1), ...heightsWith(0)];
  const [first, ...rest] = [0, -1, 1].flatMap((column) =>
    heights.map((height) => {
      const [x, y] = [middle.x + column * reach.x, height];
      return { x: rounded(x), y: rounded(y), covered: coveredAt(x, y) };
    }),
  );
  const best = rest.reduce<typeof first>(
    (least, place) => (least && place.covered < least.covered ? place : least),
    first,
  );
  return best ? { x: best.x, y: best.y } : middle;
}

/** Half the width and height of the upright box around a turned layer. */
function halvesOf({ w, h, angle }: Layer): { halfWide: number; halfHigh: number } {
  const { sine, cosine } = sineAndCosine(angle);
  const [s, c] = [Math.abs(sine), Math.abs(cosine)];
  return { halfWide: (w * c + h * s) / 2, halfHigh: (w * s + h * c) / 2 };
}

export const middleOf = ({ w, h }: SpecArea) => ({ x: rounded(w / 2), y: rounded(h / 2) });
