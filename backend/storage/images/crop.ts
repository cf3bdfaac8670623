import type { Crop } from "../transformation.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture is scaled, and which part of the result is shown. Pixels. */
export interface CropPlan {
  readonly scaled: Size;
  readonly part: Size & { readonly left: number; readonly top: number };
}

/** The smallest scaling that covers the target, and the part at the crop's position. A picture is never enlarged. */
export function planCrop(source: Size, target: Size, crop: Crop): CropPlan {
  const factor = Math.min(1, Math.max(target.width / source.width, target.height / source.height));
  const scaled = {
    width: Math.max(1, Math.round(source.width * factor)),
    height: Math.max(1, Math.round(source.height * factor)),
  };
  const width = Math.min(target.width, scaled.width);
  const height = Math.min(target.height, scaled.height);
  const { gravity, x, y } = crop;
  return {
    scaled,
    part: {
      width,
      height,
      left: placed(scaled.width, width, sideOf(gravity, "we", "ea"), x ?? 0),
      top: placed(scaled.height, height, sideOf(gravity, "no", "so"), y ?? 0),
    },
  };
}

type Side = "start" | "end" | "middle" | "point";

function sideOf(gravity: Crop["gravity"], start: string, end: string): Side {
  if (gravity === "fp") return "point";
  if (gravity.includes(start)) return "start";
  return gravity.includes(end) ? "end" : "middle";
}

/** @param offset in pixels; an absolute value below one is a share of the whole */
function placed(whole: number, part: number, side: Side, offset: number): number {
  const moved = Math.abs(offset) < 1 ? whole * offset : offset;
  const places: Readonly<Record<Side, number>> = {
    start: moved,
    end: whole - part - moved,
    middle: (whole - part) / 2 + moved,
    point: whole * offset - part / 2,
  };
  return Math.min(whole - part, Math.max(0, Math.round(places[side])));
}
