import type { Layer } from "#shop/designs/document/document.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import type { AlignWay } from "#shop/designs/edit/chosen-layers.ts";
import type { StepKind } from "#shop/designs/edit/history.ts";

export interface LayerPropertiesProps<Kind extends Layer = Layer> {
  layer: Kind;
  area: SpecArea;
  /** @param join changes with the same key that follow each other are one step */
  onChange: (kind: StepKind, change: (layer: Kind) => Kind, join?: string) => void;
}

export interface LayerCommands {
  /** The chosen layers as one; of one layer, with the one below it. */
  group(): void;
  /** The layers of the chosen group, each for itself. */
  ungroup(): void;
  /** This and all below: each chosen layer, as one step. */
  duplicate(): void;
  remove(): void;
  raise(): void;
  lower(): void;
  /** Several layers with each other, one with the area. */
  align(way: AlignWay): void;
  /** Equal gaps between three layers or more. */
  distribute(axis: "x" | "y"): void;
  toggleHidden(): void;
  toggleLocked(): void;
}
