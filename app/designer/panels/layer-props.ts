import type { Layer } from "#shop/designs/document.ts";
import type { StepKind } from "#shop/designs/edit/history.ts";
import type { SpecArea } from "#shop/designs/print-spec.ts";

export interface LayerPropertiesProps<Kind extends Layer = Layer> {
  layer: Kind;
  area: SpecArea;
  /** @param join changes with the same key that follow each other are one step */
  onChange: (kind: StepKind, change: (layer: Kind) => Kind, join?: string) => void;
}

export interface LayerCommands {
  duplicate(): void;
  remove(): void;
  raise(): void;
  lower(): void;
  toggleHidden(): void;
  toggleLocked(): void;
}
