/**
 * Characters that are not drawn (category Cf): zero-width spaces, soft hyphens, direction marks. U+202E is excluded: it reverses the
 * visible text, so the characters under it are not those that the person read.
 */
const invisible = /[^\P{Cf}\u202e]/gu;
/** Dashes of any kind (category Pd) and the minus sign. */
const dashes = /[\p{Pd}\u2212]/gu;

/** A pasted identifier (address, number, code) without invisible characters and surrounding spaces, its dashes as hyphens. */
export function cleanIdentifier(text: string): string {
  return text.replace(invisible, "").replace(dashes, "-").trim();
}

/** A pasted phone number without `tel:`, spaces, dots, dashes and brackets. */
export function cleanPhone(text: string): string {
  return cleanIdentifier(text)
    .replace(/^tel:/i, "")
    .replace(/[\s().-]/g, "");
}

/** Removes invisible characters from free text, except U+202E and joiners and tags, which emoji and some scripts need. */
export function withoutInvisible(text: string): string {
  return text.replace(/(?!\u200c|\u200d|\u202e|[\u{e0020}-\u{e007f}])\p{Cf}/gu, "");
}
