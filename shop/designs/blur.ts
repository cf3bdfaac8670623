/** What the checks of the board and of the form say of a picture. */
interface Found {
  readonly code: string;
  /** Dots an inch. */
  readonly dpi?: number | undefined;
}

/**
 * Dots an inch of the worst picture that will look blurred (below the area's `min`), rounded down; null: there is none. A
 * picture that is a little blurred from close up needs nobody's word, and one below the floor is not printed at all.
 */
export function blurredDpi(found: readonly Found[]): number | null {
  const blurred = found.filter(({ code }) => code === "dpi_below_min");
  if (blurred.length === 0) return null;
  return Math.min(...blurred.map(({ dpi = 0 }) => dpi));
}

/**
 * As `blurredDpi`, of pictures that the buyer did not agree to print as blurred as they are; null: there is none.
 * @param agreed the dots an inch that they ticked "print it although it looks blurred" for; undefined: they ticked nothing
 */
export function unagreedDpi(found: readonly Found[], agreed: number | undefined): number | null {
  const dpi = blurredDpi(found);
  return dpi !== null && (agreed === undefined || agreed > dpi) ? dpi : null;
}
