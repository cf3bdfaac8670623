import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { contrastOf } from "./colour.ts";

/** Minimum contrast ratio between print and its background; below it print is hard to see. */
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

/** Whether an ink is visible on goods of a colour. Both as #rrggbb. */
export function isVisibleOn(ink: string, body: string): boolean {
  return contrastOf(ink, body) >= minContrast;
}
