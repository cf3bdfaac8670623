import { readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { displayHash } from "#shop/designs/draw/display-list.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import type { FontLibrary } from "#shop/designs/text/typeface.ts";
import type { GoldenDesign } from "#tests/support/builders/golden-designs.ts";

/** Draws a golden design; runs in browsers too. */
export function drawGolden(design: GoldenDesign, fonts: FontLibrary) {
  const spec = readPrintSpec(design.spec);
  const document = readDocument(design.document);
  if (!spec.ok || !document.ok)
    throw new Error(`${design.name}: ${JSON.stringify([spec, document])}`);
  const { values = {} } = design;
  return drawDocument({ document: document.value, spec: spec.value, fonts, values });
}

/** Display hash by name; problems stand beside it, because a layer that is not drawn has no hash of its own. */
export async function hashGoldens(
  designs: readonly GoldenDesign[],
  fonts: FontLibrary,
): Promise<Record<string, string>> {
  const rows = designs.map(async (design) => {
    const { list, problems } = drawGolden(design, fonts);
    const codes = problems.map(({ code }) => ` ${code}`).join("");
    return [design.name, (await displayHash(list)) + codes] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}
