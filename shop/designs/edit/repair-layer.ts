import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import type { Finding, Repair } from "#shop/designs/draw/finding.ts";
import { placeLayer } from "./drag-layer.ts";
import { groupWith } from "./edit-layers.ts";

/**
 * The id of the layer that the repair of a finding changes: one in a group is changed there, and moved with its group.
 * @returns undefined where there is no repair, as of words in a group that are too large for their place
 */
export function repairedBy(
  document: DesignDocument,
  { layer, repair }: Pick<Finding, "layer" | "repair">,
): string | undefined {
  if (layer === undefined || !repair) return undefined;
  const group = groupWith(document, layer);
  if (repair.kind === "scale" && group !== layer) return undefined;
  return repair.kind === "move" ? group : layer;
}

/** The layer without the finding; null: the repair is to remove it. */
export function repairLayer(layer: Layer, repair: Repair): Layer | null {
  switch (repair.kind) {
    case "remove":
      return null;
    case "show": {
      const { hidden: _, ...shown } = layer;
      return shown;
    }
    case "move":
      return { ...layer, x: rounded(layer.x + repair.dx), y: rounded(layer.y + repair.dy) };
    case "scale":
      return placeLayer(layer, {
        ...layer,
        w: rounded(layer.w * repair.factor),
        h: rounded(layer.h * repair.factor),
      });
    case "resize":
      return placeLayer(layer, { ...layer, w: repair.w, h: repair.h });
    case "stroke":
      return "stroke" in layer && layer.stroke
        ? { ...layer, stroke: { ...layer.stroke, width: repair.width } }
        : layer;
    case "size":
      return layer.kind === "text" ? { ...layer, size: repair.size } : layer;
    case "font":
      return layer.kind === "text" ? { ...layer, font: repair.font } : layer;
    case "colour":
    case "printed":
      return recoloured(layer, repair.from, repair.to);
  }
}

function recoloured(layer: Layer, from: string, to: string): Layer {
  const ink = (colour: string) => (colour === from ? to : colour);
  switch (layer.kind) {
    case "text":
      return {
        ...layer,
        colour: ink(layer.colour),
        ...(layer.stroke ? { stroke: { ...layer.stroke, colour: ink(layer.stroke.colour) } } : {}),
      };
    case "shape":
      return {
        ...layer,
        ...(layer.fill === undefined ? {} : { fill: ink(layer.fill) }),
        ...(layer.stroke ? { stroke: { ...layer.stroke, colour: ink(layer.stroke.colour) } } : {}),
      };
    case "clip":
      return { ...layer, colours: layer.colours.map(ink) };
    default:
      return layer;
  }
}
