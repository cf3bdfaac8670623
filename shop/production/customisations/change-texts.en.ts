import type { DesignChange } from "./compare-designs.ts";

/** The quoted text of a layer, or “A picture”. */
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
