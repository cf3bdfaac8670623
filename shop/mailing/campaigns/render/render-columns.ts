import { plainTable } from "#integrations/mail/frame.ts";

/** Pixels of a column's content; both columns and the gap fill the sheet. */
export const columnWidth = 258;
/** Pixels between the columns; it belongs to the left one, so that the right one is not indented below it on a phone. */
const gap = 24;

/**
 * Two columns of blocks as one row. Outlook for Windows gets a ghost table; everywhere else two blocks of fixed greatest width stand side by
 * side where both fit and below each other where they do not. Programs that read the style sheet then let each fill the phone.
 * @param left HTML of its blocks, top to bottom
 */
export function columnsHtml(left: readonly string[], right: readonly string[]): string {
  const [first, second] = [left, right].map((blocks) => blocks.filter((html) => html !== ""));
  if (!first?.length && !second?.length) return "";
  const wide = columnWidth + gap;
  return `<!--[if mso]><table ${plainTable} width="${wide + columnWidth}"><tr><td width="${wide}" valign="top"><![endif]-->${columnHtml(first ?? [], wide, { right: gap, last: 16 })}<!--[if mso]></td><td width="${columnWidth}" valign="top"><![endif]-->${columnHtml(second ?? [], columnWidth, { right: 0, last: 0 })}<!--[if mso]></td></tr></table><![endif]-->`;
}

/** @param right pixels on the right of each block @param last pixels below the last one */
function columnHtml(
  blocks: readonly string[],
  width: number,
  { right, last }: { readonly right: number; readonly last: number },
): string {
  const rows = blocks.map((html, index) => {
    const bottom = index === blocks.length - 1 ? last : 16;
    return `<tr><td class="column-cell" style="padding:0 ${right}px ${bottom}px 0">${html}</td></tr>`;
  });
  return `<div class="column" style="display:inline-block;width:100%;max-width:${width}px;vertical-align:top"><table ${plainTable} width="100%">${rows.join("")}</table></div>`;
}
