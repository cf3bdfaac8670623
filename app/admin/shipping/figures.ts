/** A whole number grouped by thousands in Indonesian notation: `7.285`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ".");
}
