import type { ReactNode, RefObject } from "react";
import type { Layer } from "#shop/designs/document/document.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import type { Editor } from "../use-editor.ts";
import type { LayerEdits } from "../use-layer-edits.ts";
import { isSlot } from "../use-pictures.ts";
import { GroupPanel } from "./group-panel.tsx";
import { LayerProperties } from "./layer-properties.tsx";
import { MarkedLayers } from "./marked-layers.tsx";
import { SlotPanel } from "./slot-panel.tsx";
import type { UploadPanelProps } from "./upload-panel.tsx";

interface ChosenPropertiesProps {
  editor: Editor;
  edits: LayerEdits;
  /** The chosen layer, or the last one of several. */
  layer: Layer;
  area: SpecArea;
  /** In drawing order. */
  index: number;
  count: number;
  wordsField: RefObject<HTMLTextAreaElement | null>;
  /** Of the panel that chooses a photograph for a slot, by the slot's id. */
  uploadOf: (slot: string) => Omit<UploadPanelProps, "action">;
  /** What a template asks for a layer; undefined: it is a buyer's design. */
  layerFields: ((layer: Layer) => ReactNode) | undefined;
}

/** What can be said of the chosen layers: several at once, or one with what is filled in. */
export function ChosenProperties({
  editor,
  edits,
  layer,
  area,
  index,
  count,
  wordsField,
  uploadOf,
  layerFields,
}: ChosenPropertiesProps) {
  if (editor.marked.length > 0) return <MarkedLayers edits={edits} chosen={editor.chosen} />;
  return (
    <>
      {layer.kind === "group" ? (
        <GroupPanel
          group={layer}
          uploadOf={uploadOf}
          wordsField={wordsField}
          layerFields={layerFields}
          onChange={edits.changeOne}
        />
      ) : isSlot(layer) && !layerFields ? (
        <SlotPanel layer={layer} upload={uploadOf(layer.id)} onChange={edits.changeChosen} />
      ) : null}
      {layer.kind === "group" ? null : layerFields?.(layer)}
      <LayerProperties
        key={layer.id}
        layer={layer}
        area={area}
        index={index}
        count={count}
        wordsField={wordsField}
        isTemplate={layerFields !== undefined}
        commands={edits.commands}
        onPlace={edits.place}
        onChange={edits.changeChosen}
      />
    </>
  );
}
