import { withInksOf } from "#shop/designs/colour/garment-inks.ts";
import type { DesignDocument, DocumentSide } from "#shop/designs/document/document.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { layersOf } from "#shop/designs/document/walk-layers.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { samplesOf } from "#shop/designs/edit/template-fields.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";

/** What keeps a template with its sample words from being printed, also in the inks that it has on some colours of the goods. */
export async function blockersOf(
  document: DesignDocument,
  spec: PrintSpec,
): Promise<readonly Finding[]> {
  const values = samplesOf(document);
  const bodies = new Set(document.sides.flatMap(inkedBodies));
  const checked = [
    { document: withInksOf(document, null) },
    ...[...bodies].map((body) => ({ document: withInksOf(document, body), body })),
  ];
  const found = await Promise.all(
    checked.map((design) => drawInThread("checkDesign", { ...design, spec, values })),
  );
  return found.flatMap(({ findings }) => findings).filter(({ severity }) => severity === "blocks");
}

/** Garment colours for which at least one layer has its own ink. */
function inkedBodies({ areas }: DocumentSide): string[] {
  const layers = areas.flatMap((area) => [...layersOf(area)]);
  return layers.flatMap((layer) =>
    layer.kind === "text" || layer.kind === "shape" ? Object.keys(layer.inks ?? {}) : [],
  );
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
