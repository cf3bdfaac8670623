import type { Matrix } from "#shop/designs/document/geometry.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";

/*
 * What is shown, approved and printed (docs/why/designs.md): paths and pictures in millimetres from the area's upper left trim
 * corner, rounded to a micrometre. It names everything that a print needs, so a newer font, shaper or renderer never
 * changes approved work.
 */

interface Again {
  /**
   * Of what is drawn again beyond the seam of an area that wraps: millimetres by which it is moved to the right. Absent: it is
   * where its layer is.
   */
  readonly seam?: number;
}

export interface DisplayPath extends Again {
  readonly kind: "path";
  /** Id of the layer in the document. */
  readonly layer: string;
  /** Words that the path draws. */
  readonly text?: string;
  /** Height of the em, in millimetres, where the path draws words. */
  readonly size?: number;
  /** Absolute M, L, Q, C and Z; nonzero rule. */
  readonly path: string;
  readonly fill?: string;
  readonly stroke?: { readonly colour: string; readonly width: number };
  readonly opacity?: number;
}

export interface DisplayPicture extends Again {
  readonly kind: "picture";
  readonly layer: string;
  /** SHA-256 of the picture's master. */
  readonly asset: string;
  /** Width and height of the master. */
  readonly pixels: readonly [number, number];
  /** Pixels of the master that are visible: left, top, width, height. */
  readonly crop: readonly [number, number, number, number];
  /** From the unit square (y downwards) to millimetres; six decimals. */
  readonly matrix: Matrix;
  /** Outline in millimetres outside of which nothing is visible. */
  readonly mask?: string;
  readonly opacity?: number;
}

/** Items that are composed before their common opacity applies. */
export interface DisplayGroup extends Again {
  readonly kind: "group";
  readonly layer: string;
  readonly opacity: number;
  readonly items: readonly DisplayItem[];
}

export type DisplayItem = DisplayPath | DisplayPicture | DisplayGroup;

export interface DisplayArea {
  readonly id: string;
  /** Trim size. */
  readonly w: number;
  readonly h: number;
  readonly bleed: number;
  readonly safe: number;
  /** The trim line. */
  readonly trim: string;
  readonly holes: readonly string[];
  readonly mirror: boolean;
  /** Dots an inch that a raster file has. */
  readonly dpi: number;
  readonly items: readonly DisplayItem[];
}

export interface DisplaySide {
  readonly id: string;
  readonly areas: readonly DisplayArea[];
}

export interface DisplayList {
  readonly v: 1;
  readonly process: PrintProcess;
  readonly sides: readonly DisplaySide[];
}

/** The bytes of the display list: members in the order of this file, so that every engine writes the same. */
export function displayText(list: DisplayList): string {
  return JSON.stringify(list);
}

/** SHA-256 of `displayText` in hexadecimal, in the browser and in Node. */
export async function displayHash(list: DisplayList): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(displayText(list)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The SHA-256 of each picture once, in the order in which they are drawn. */
export function assetsOf({ sides }: DisplayList): string[] {
  const within = (items: readonly DisplayItem[]): string[] =>
    items.flatMap((item) => {
      if (item.kind === "group") return within(item.items);
      return item.kind === "picture" ? [item.asset] : [];
    });
  return [...new Set(sides.flatMap(({ areas }) => areas.flatMap(({ items }) => within(items))))];
}
