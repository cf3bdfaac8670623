import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { maxGroupDepth } from "#shop/designs/document/document-limits.ts";
import { rounded, sineAndCosine, union } from "#shop/designs/document/geometry.ts";
import { normalAngle } from "./drag-layer.ts";
import { findLayer, layersAt, newLayerId, replaceLayers } from "./edit-layers.ts";
import { boxAround } from "./snap.ts";

/**
 * Puts layers of one area into a group, in the place of the uppermost.
 * @param ids further ones than of the first one's area are left out
 * @returns undefined for fewer than two layers, and where groups would lie too deep
 */
export function groupLayers(
  document: DesignDocument,
  ids: readonly string[],
): { document: DesignDocument; id: string } | undefined {
  const place = findLayer(document, ids[0] ?? null)?.place;
  if (!place) return undefined;
  const all = layersAt(document, place);
  const members = all.filter((layer) => ids.includes(layer.id));
  const around = union(members.map(boxAround));
  const top = members.at(-1);
  if (members.length < 2 || !around || !top) return undefined;
  if (members.some((layer) => depthOf(layer) >= maxGroupDepth)) return undefined;
  const [left, upper] = [rounded(around.left), rounded(around.top)];
  const [w, h] = [rounded(around.right - left), rounded(around.bottom - upper)];
  const id = newLayerId(document, "group");
  const group: Layer = {
    id,
    kind: "group",
    angle: 0,
    opacity: 1,
    x: rounded(left + w / 2),
    y: rounded(upper + h / 2),
    w,
    h,
    layers: members.map((layer) => ({
      ...layer,
      x: rounded(layer.x - left),
      y: rounded(layer.y - upper),
    })),
  };
  return {
    id,
    document: replaceLayers(document, place, (layers) =>
      layers.flatMap((layer) => (layer === top ? [group] : members.includes(layer) ? [] : [layer])),
    ),
  };
}

/** Groups that lie in each other, a layer that is none included: 0. */
function depthOf(layer: Layer): number {
  return layer.kind === "group" ? 1 + Math.max(...layer.layers.map(depthOf)) : 0;
}

/** Takes the layers out of a group, where they are drawn as before. @returns the same document for what is no group */
export function ungroupLayer(document: DesignDocument, id: string): DesignDocument {
  const found = findLayer(document, id);
  const group = found?.layer;
  if (!found || group?.kind !== "group") return document;
  const { x, y, w, h, angle, flip, opacity, hidden, locked } = group;
  const { sine, cosine } = sineAndCosine(angle);
  const [mirrorsX, mirrorsY] = axesOf(flip);
  const out = (layer: Layer): Layer => {
    const across = (layer.x - w / 2) * (mirrorsX ? -1 : 1);
    const down = (layer.y - h / 2) * (mirrorsY ? -1 : 1);
    // A mirrored turn goes the other way round.
    const turn = mirrorsX === mirrorsY ? layer.angle : -layer.angle;
    const [ownX, ownY] = axesOf(layer.flip);
    const { flip: _flip, ...rest } = layer;
    const mirrored = flipOf(ownX !== mirrorsX, ownY !== mirrorsY);
    return {
      ...rest,
      ...(mirrored ? { flip: mirrored } : {}),
      x: rounded(x + across * cosine - down * sine),
      y: rounded(y + across * sine + down * cosine),
      angle: normalAngle(angle + turn),
      opacity: rounded(layer.opacity * opacity),
      ...(hidden ? { hidden } : {}),
      ...(locked ? { locked } : {}),
    };
  };
  return replaceLayers(document, found.place, (layers) =>
    layers.flatMap((layer) => (layer === group ? group.layers.map(out) : [layer])),
  );
}

function axesOf(flip: Layer["flip"]): readonly [boolean, boolean] {
  return [flip === "x" || flip === "both", flip === "y" || flip === "both"];
}

function flipOf(x: boolean, y: boolean): Layer["flip"] {
  if (x && y) return "both";
  return x ? "x" : y ? "y" : undefined;
}
