import type { PrintedInk } from "#shop/designs/colour/palette-inks.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";
/** A layer that a proof shows, to point at it without a pointer. */
export interface SheetLayer {
  /** Id in the document. */
  readonly id: string;
  readonly kind: "text" | "picture" | "shape";
  /** Its words; empty for a picture or a shape. */
  readonly text: string;
  /** Its upper right corner, in millimetres from the area's upper left trim corner, inside the trim. */
  readonly x: number;
  readonly y: number;
}

/** How sharp a picture is printed, by the bounds of its area: at least the target, below it, below the least, refused. */
export const sharpnesses = ["sharp", "soft", "blurred", "refused"] as const;
export type Sharpness = (typeof sharpnesses)[number];

/** A picture as it is printed. */
export interface SheetPicture {
  /** Its corners as SVG points, in millimetres from the area's upper left trim corner. */
  readonly corners: string;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** Dots an inch, rounded down. */
  readonly dpi: number;
  readonly sharpness: Sharpness;
}

/** The flat proof of one area in true proportions; millimetres. */
export interface ProofSheet {
  /** Of the print specification. */
  readonly side: string;
  readonly area: string;
  /** Trim size. */
  readonly w: number;
  readonly h: number;
  readonly bleed: number;
  readonly safe: number;
  /** The trim line as an SVG path. */
  readonly trim: string;
  /** SVG of what is printed, up to the bleed; it stands alone. */
  readonly svg: string;
  /** In reading order. */
  readonly layers: readonly SheetLayer[];
  /** In drawing order; none where the bounds of the area are unknown. */
  readonly pictures: readonly SheetPicture[];
}

/** What a buyer checks besides the picture. */
export interface PrintFacts {
  readonly process: PrintProcess;
  /** The printer's colour profile by which it is converted; null: it is sRGB. */
  readonly profile: string | null;
  /** Colours of words and shapes; pictures have all colours. */
  readonly inks: readonly PrintedInk[];
  readonly pictures: number;
  /** Dots an inch of the coarsest picture as it is printed; null without pictures. */
  readonly dpi: number | null;
}

/** A place on a proof, in millimetres from the area's upper left trim corner. */
export interface PinPlace {
  readonly side: string;
  readonly area: string;
  readonly x: number;
  readonly y: number;
}

/** A place on a proof that messages are about: open or settled. */
export interface Pin extends PinPlace {
  readonly id: string;
  readonly proof_id: string;
  /** Counts over all proofs of the customisation. */
  readonly number: number;
  readonly from_shop: boolean;
  /** Null: open. */
  readonly settled_at: string | null;
}

/** Pins of one proof as a page is read: sheet by sheet, from above, then from the left. */
export function inReadingOrder<Place extends PinPlace>(
  pins: readonly Place[],
  sheets: readonly Pick<ProofSheet, "side" | "area">[],
): Place[] {
  const sheetOf = (pin: Place) =>
    sheets.findIndex(({ side, area }) => side === pin.side && area === pin.area);
  return [...pins].sort((a, b) => sheetOf(a) - sheetOf(b) || byRow(a, b));
}

/** @param bounds of the area, in dots an inch */
export function sharpnessOf(
  dpi: number,
  bounds: { readonly target: number; readonly min: number; readonly floor: number },
): Sharpness {
  if (dpi >= bounds.target) return "sharp";
  if (dpi >= bounds.min) return "soft";
  return dpi >= bounds.floor ? "blurred" : "refused";
}

/** Places whose heights fall into the same band are in one row; millimetres. */
const rowHeight = 5;
const rowOf = ({ y }: { y: number }) => Math.floor(y / rowHeight);

/** Compares two places of an area: from above, then from the left. */
export function byRow(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return rowOf(a) - rowOf(b) || a.x - b.x || a.y - b.y;
}
