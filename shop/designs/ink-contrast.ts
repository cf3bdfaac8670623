import { contrastOf } from "./colour.ts";
import type { SpecArea } from "./print-spec.ts";

/** Below, letters and shapes are hard to tell from what is behind them. */
export const minContrast = 1.6;
/** Inks to choose from where every colour is printed. */
const anyInks = ["#ffffff", "#14183a"];

/** The ink of an area with the highest contrast to a colour. */
export function bestInk(
  { colours }: Pick<SpecArea, "colours">,
  against: string,
): string | undefined {
  const offered = colours === "any" ? anyInks : colours.map(({ hex }) => hex);
  return offered.toSorted((a, b) => contrastOf(b, against) - contrastOf(a, against))[0];
}

/** An ink is told from goods of a colour. Both are #rrggbb. */
export function isSeenOn(ink: string, body: string): boolean {
  return contrastOf(ink, body) >= minContrast;
}
