import type { ImageLayer } from "#shop/designs/document/document.ts";
import { rounded, sineAndCosine } from "#shop/designs/document/geometry.ts";

/** What is cut off a picture, as shares of its whole width and height. */
export interface CropEdges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The least share of a picture that stays. */
const leastShare = 0.05;
const fine = (share: number) => Math.round(share * 1000) / 1000;

export function edgesOf({ crop }: ImageLayer): CropEdges {
  return {
    left: crop.x,
    top: crop.y,
    right: fine(1 - crop.x - crop.w),
    bottom: fine(1 - crop.y - crop.h),
  };
}

/** The picture with other edges: what stays visible keeps its scale and its place. */
export function cropPicture(layer: ImageLayer, edges: Partial<CropEdges>): ImageLayer {
  const wanted = { ...edgesOf(layer), ...edges };
  const span = (from: number, to: number) => {
    const start = Math.min(Math.max(0, fine(from)), 1 - leastShare);
    return { start, length: fine(Math.max(leastShare, 1 - start - Math.max(0, to))) };
  };
  const [across, down] = [span(wanted.left, wanted.right), span(wanted.top, wanted.bottom)];
  const crop = { x: across.start, y: down.start, w: across.length, h: down.length };
  // Millimetres of the whole picture.
  const [wide, high] = [layer.w / layer.crop.w, layer.h / layer.crop.h];
  const middle = ({ x, y, w, h }: ImageLayer["crop"]) => ({ x: x + w / 2, y: y + h / 2 });
  const [before, after] = [middle(layer.crop), middle(crop)];
  const mirror = (axis: "x" | "y") => (layer.flip === axis || layer.flip === "both" ? -1 : 1);
  const dx = (after.x - before.x) * wide * mirror("x");
  const dy = (after.y - before.y) * high * mirror("y");
  const { sine, cosine } = sineAndCosine(layer.angle);
  return {
    ...layer,
    crop,
    w: rounded(wide * crop.w),
    h: rounded(high * crop.h),
    x: rounded(layer.x + dx * cosine - dy * sine),
    y: rounded(layer.y + dx * sine + dy * cosine),
  };
}

/**
 * The largest part from the middle of what is visible, with the proportions asked for.
 * @param ratio width by height; null: the whole picture
 */
export function cropToRatio(layer: ImageLayer, ratio: number | null): ImageLayer {
  if (ratio === null) return cropPicture(layer, { left: 0, right: 0, top: 0, bottom: 0 });
  const { left, right, top, bottom } = edgesOf(layer);
  const { crop } = layer;
  const now = layer.w / layer.h;
  if (now > ratio) {
    const off = (crop.w * (1 - ratio / now)) / 2;
    return cropPicture(layer, { left: left + off, right: right + off });
  }
  const off = (crop.h * (1 - now / ratio)) / 2;
  return cropPicture(layer, { top: top + off, bottom: bottom + off });
}
