import { channels, linear } from "#shop/designs/colour/colour.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";

/*
 * How colours look once they are printed, as a drawing board needs it: at once, offline, without a colour engine
 * (docs/why/designs.md).
 */

export interface PrintedLook {
  /** As #rrggbb, by the printer's profile; null: there is none, so nobody knows. */
  readonly printed: string | null;
  /** It looks clearly different. */
  readonly isShifted: boolean;
}

/** Of a colour as #rrggbb. */
export type PrintedLooks = (hex: string) => PrintedLook;

/** A distance that anybody sees beside each other (CIE 1976). */
export const visibleShift = 10;

/** Values of each channel in a table. */
const steps = 17;
const stepOf = (index: number) => Math.round((index * 255) / (steps - 1));
/** Bytes of a table: red, green and blue of each place. */
export const tableBytes = steps ** 3 * 3;

/** The colours of which a table has the printed ones, blue first. */
export function tableColours(): string[] {
  const at = [...Array(steps).keys()].map((index) => stepOf(index).toString(16).padStart(2, "0"));
  return at.flatMap((r) => at.flatMap((g) => at.map((b) => `#${r}${g}${b}`)));
}

/** By a profile's table; between its places the looks are mixed. */
export function looksOfTable(table: Uint8Array): PrintedLooks {
  const nearest = (hex: string, channel: number): number => {
    const places = channels(hex).map((value) => (value * (steps - 1)) / 255);
    let mixed = 0;
    for (let corner = 0; corner < 8; corner++) {
      let place = 0;
      let weight = 1;
      for (const [bit, at] of places.entries()) {
        const low = Math.min(Math.floor(at), steps - 2);
        const isHigh = (corner >> bit) & 1;
        weight *= isHigh ? at - low : 1 - at + low;
        place = place * steps + low + isHigh;
      }
      mixed += weight * (table[place * 3 + channel] ?? 0);
    }
    return Math.round(mixed);
  };
  return (hex) => {
    const shown = [0, 1, 2].map((channel) => nearest(hex, channel).toString(16).padStart(2, "0"));
    const printed = `#${shown.join("")}`;
    const [asked, seen] = [labOf(hex), labOf(printed)];
    const shift = Math.hypot(...asked.map((value, index) => value - (seen[index] ?? 0)));
    return { printed, isShifted: shift > visibleShift };
  };
}

/** More colour than inks usually have, of blue and of all others (CIE chroma). */
const maxChroma = { blue: 75, other: 100 };

/**
 * Without a profile: neon and deep blue, as the promise of these processes says (docs/why/designs.md). Inks by name, and a
 * material without ink, are what they are.
 */
export function usualLooks(process: PrintProcess): PrintedLooks {
  const isInk = process !== "screen" && process !== "engraving";
  return (hex) => {
    const [, a, b] = labOf(hex);
    // Hues from 280 to 320 degrees.
    const isBlue = b < 0 && a > -b * 0.176 && a < -b * 1.19;
    const most = isBlue ? maxChroma.blue : maxChroma.other;
    return { printed: null, isShifted: isInk && Math.hypot(a, b) > most };
  };
}

/** CIE L*, a* and b* under D65. */
export function labOf(hex: string): [number, number, number] {
  const [r, g, b] = linear(hex);
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((share) =>
    share > 216 / 24_389 ? Math.cbrt(share) : (share * 24_389) / 3_132 + 4 / 29,
  ) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
