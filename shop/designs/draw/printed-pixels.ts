import type { DisplayPicture } from "./display-list.ts";

const millimetresOfInch = 25.4;

/** Dots an inch of a picture as it is placed: the smaller of its two directions. */
export function dpiOf({ crop, matrix }: DisplayPicture): number {
  const { across, down } = extentOf(matrix);
  return Math.min((crop[2] / across) * millimetresOfInch, (crop[3] / down) * millimetresOfInch);
}

/** Pixels of the visible part at so many dots an inch; null where it has no more than that. */
export function printedPixels(
  picture: DisplayPicture,
  dpi: number,
): { width: number; height: number } | null {
  if (dpiOf(picture) <= dpi) return null;
  const { across, down } = extentOf(picture.matrix);
  return {
    width: Math.max(1, Math.ceil((across / millimetresOfInch) * dpi)),
    height: Math.max(1, Math.ceil((down / millimetresOfInch) * dpi)),
  };
}

/** Lengths of the picture's two edges, in millimetres. */
export function extentOf([a, b, c, d]: DisplayPicture["matrix"]): { across: number; down: number } {
  return { across: Math.sqrt(a * a + b * b), down: Math.sqrt(c * c + d * d) };
}
