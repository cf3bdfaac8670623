import type { DesignChange } from "./compare-designs.ts";

/* What is different between two versions of a design, in words: on the pages of both sides and in mails. */

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

/** “Rani”, or what has no words. */
const namedEn = (what: string) => (what ? `“${what}”` : "A picture");

/** One difference in English. */
export function changeTextEn(change: DesignChange): string {
  switch (change.kind) {
    case "text":
      return `Text “${change.from}” became “${change.to}”`;
    case "moved": {
      const { right, down } = change;
      const steps = [
        right ? `${Math.abs(right)} mm to the ${right > 0 ? "right" : "left"}` : "",
        down ? `${Math.abs(down)} mm ${down > 0 ? "down" : "up"}` : "",
      ];
      return `${namedEn(change.what)} moved ${steps.filter(Boolean).join(" and ")}`;
    }
    case "resized":
      return `${namedEn(change.what)}: ${change.from.join(" × ")} mm became ${change.to.join(" × ")} mm`;
    case "recoloured":
      return `${namedEn(change.what)} has another colour`;
    case "added":
      return `${namedEn(change.what)} was added`;
    case "removed":
      return `${namedEn(change.what)} was removed`;
    case "reshaped":
      return `${namedEn(change.what)} has another shape`;
  }
}
