import type { DesignChange } from "./compare-designs.ts";

/*
 * Texts for the differences between two versions of a design, for pages and mails. There is one file per language, so that pages
 * load one language only.
 */

/** Millimetres as they are written in Indonesian. */
export const comma = (millimetres: number) => String(millimetres).replace(".", ",");

/** “Rani”, or what has no words. */
const namedId = (what: string) => (what ? `“${what}”` : "Gambar");

/** One difference in Indonesian. */
export function changeTextId(change: DesignChange): string {
  switch (change.kind) {
    case "text":
      return `Tulisan “${change.from}” menjadi “${change.to}”`;
    case "moved": {
      const { right, down } = change;
      const steps = [
        right ? `${comma(Math.abs(right))} mm ke ${right > 0 ? "kanan" : "kiri"}` : "",
        down ? `${comma(Math.abs(down))} mm ke ${down > 0 ? "bawah" : "atas"}` : "",
      ];
      return `${namedId(change.what)} bergeser ${steps.filter(Boolean).join(" dan ")}`;
    }
    case "resized":
      return `${namedId(change.what)}: ${change.from.map(comma).join(" × ")} mm menjadi ${change.to.map(comma).join(" × ")} mm`;
    case "recoloured":
      return `${namedId(change.what)} berganti warna`;
    case "added":
      return `${namedId(change.what)} ditambah`;
    case "removed":
      return `${namedId(change.what)} dihapus`;
    case "reshaped":
      return `${namedId(change.what)} berganti bentuk`;
  }
}
