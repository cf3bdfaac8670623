import type { DocumentArea, Layer } from "./document.ts";

interface Placed {
  readonly layer: Layer;
  readonly path: string;
  readonly depth: number;
}

/** Every layer of some layers, groups before their children. */
export function* walk(layers: readonly Layer[], path: string, depth = 0): Generator<Placed> {
  for (const [index, layer] of layers.entries()) {
    const here = `${path}.${index}`;
    yield { layer, path: here, depth };
    if (layer.kind === "group") yield* walk(layer.layers, `${here}.layers`, depth + 1);
  }
}

/** Every layer of an area, groups before their children. */
export function* layersOf(area: DocumentArea): Generator<Layer> {
  for (const { layer } of walk(area.layers, "")) yield layer;
}
