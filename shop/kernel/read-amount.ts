/**
 * A whole number as people type it: `1250000`, `1.250.000`, `Rp 1.250.000`, `Rp125.000,-`, `1,25 jt`, `500 rb`. Points and commas
 * separate groups of three digits; one comma before `jt` (million) or `rb` (thousand) is a decimal comma.
 * @returns undefined for anything else, e.g. `12,5`
 */
export function readAmount(typed: string): number | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^rp\.?\s*/, "")
    .replace(/[\s\u00a0]/g, "")
    // As prices are written by hand: `125.000,-`.
    .replace(/(?<=\d)[.,][-–]{1,2}$/, "");
  const short = /^(\d{1,6})(?:[.,](\d{1,6}))?(jt|juta|rb|ribu)$/.exec(text);
  if (short) {
    const [, whole = "", decimals = "", unit = ""] = short;
    const zeros = unit.startsWith("j") ? 6 : 3;
    if (decimals.length > zeros) return undefined;
    return Number(whole + decimals.padEnd(zeros, "0"));
  }
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return /^\d{1,3}(?:\.\d{3}){1,4}$|^\d{1,3}(?:,\d{3}){1,4}$/.test(text)
    ? Number(text.replace(/[.,]/g, ""))
    : undefined;
}
