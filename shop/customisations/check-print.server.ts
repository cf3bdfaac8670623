import { drawDocument } from "#shop/designs/draw-document.ts";
import type { Finding } from "#shop/designs/finding.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { preflight } from "#shop/designs/preflight.ts";
import { readPrintSpec } from "#shop/designs/print-spec.ts";
import { readDocument } from "#shop/designs/read-document.ts";
import type { RosterRow } from "#shop/designs/roster/roster.ts";

interface CheckedPrint {
  /** The document of a proof. */
  readonly document: unknown;
  /** The specification that the line was ordered by. */
  readonly print_spec: unknown;
  /** Colour of the goods as #rrggbb. */
  readonly body: string | null;
  /** Of a roster: its pieces. */
  readonly rows: readonly RosterRow[] | null;
}

/**
 * What the checks of the drawing board find in an ordered design, for staff.
 * @returns null for documents of before there were print specifications
 */
export async function checkPrint({
  document,
  print_spec,
  body,
  rows,
}: CheckedPrint): Promise<readonly Finding[] | null> {
  const read = readDocument(document);
  const spec = readPrintSpec(print_spec);
  if (!read.ok || !spec.ok) return null;
  const print = { document: read.value, spec: spec.value };
  const drawing = drawDocument({ ...print, fonts: await loadFonts() });
  const [first] = rows ?? [];
  return preflight({
    ...print,
    drawing,
    ...(first ? { values: first.values } : {}),
    ...(body === null ? {} : { body }),
  });
}
