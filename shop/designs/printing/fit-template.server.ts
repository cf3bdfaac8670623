import type { DesignDocument } from "../document.ts";
import { samplesOf } from "../edit/template-fields.ts";
import type { Finding } from "../finding.ts";
import type { PrintSpec } from "../print-spec.ts";
import { drawInThread } from "../threads/in-thread.server.ts";

/** What keeps a template with its sample words from being printed. */
export async function blockersOf(
  document: DesignDocument,
  spec: PrintSpec,
): Promise<readonly Finding[]> {
  const values = samplesOf(document);
  const { findings } = await drawInThread("checkDesign", { document, spec, values });
  return findings.filter(({ severity }) => severity === "blocks");
}

/** The document for another specification, without the sides and areas that it lacks. */
export function moveToSpec(
  document: DesignDocument,
  specId: string,
  spec: PrintSpec,
): DesignDocument {
  const sides = document.sides.flatMap((side) => {
    const known = spec.sides.find(({ id }) => id === side.id);
    if (!known) return [];
    const areas = side.areas.filter(({ id }) => known.areas.some((area) => area.id === id));
    return [{ ...side, areas }];
  });
  const [first] = spec.sides;
  const kept = sides.length > 0 || !first ? sides : [{ id: first.id, areas: [] }];
  return { ...document, spec: specId, sides: kept };
}
