import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { maxDrawnLetters } from "#shop/designs/document/document-limits.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { layersOf } from "#shop/designs/document/walk-layers.ts";
import type { Finding } from "./finding.ts";

/**
 * Findings for a design that is too large to draw, made without drawing it: areas with more than `maxLayers` layers, and texts beyond
 * `maxDrawnLetters` letters in total.
 */
export function drawingLimits(document: DesignDocument, { sides }: PrintSpec): Finding[] {
  const findings: Finding[] = [];
  let letters = 0;
  for (const side of sides)
    for (const area of side.areas) {
      const drawn = document.sides
        .find(({ id }) => id === side.id)
        ?.areas.find(({ id }) => id === area.id);
      if (!drawn) continue;
      const at = { severity: "blocks", side: side.id, area: area.id } as const;
      if ([...layersOf(drawn)].length > area.maxLayers)
        findings.push({ ...at, code: "too_many_layers" });
      for (const layer of shownLayers(drawn.layers)) {
        if (layer.kind !== "text") continue;
        letters += layer.text.length;
        if (letters > maxDrawnLetters)
          findings.push({
            ...at,
            code: "too_many_letters",
            layer: layer.id,
            name: layer.name ?? "",
          });
      }
    }
  return findings;
}

function shownLayers(layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) => {
    if (layer.hidden) return [];
    return layer.kind === "group" ? shownLayers(layer.layers) : [layer];
  });
}
