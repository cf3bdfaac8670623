/** A badge shows at most this. */
const maxShown = 99;

/** A count as a badge shows it, e.g. `99+`. */
export function capped(count: number): string {
  return count > maxShown ? `${maxShown}+` : String(count);
}
