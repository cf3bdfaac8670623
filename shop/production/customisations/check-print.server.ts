import { readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
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
  const [first] = rows ?? [];
  const { findings } = await drawInThread("checkDesign", {
    document: read.value,
    spec: spec.value,
    ...(first ? { values: first.values } : {}),
    ...(body === null ? {} : { body }),
  });
  return findings;
}
