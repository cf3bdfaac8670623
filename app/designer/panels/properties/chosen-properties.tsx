import type { ReactNode, RefObject } from "react";
import { GroupPanel } from "#app/designer/panels/group-panel.tsx";
import { MarkedLayers } from "#app/designer/panels/marked-layers.tsx";
import { SlotPanel } from "#app/designer/panels/slot-panel.tsx";
import type { UploadPanelProps } from "#app/designer/panels/upload-panel.tsx";
import type { Editor } from "#app/designer/use-editor.ts";
import type { LayerEdits } from "#app/designer/use-layer-edits.ts";
import { isSlot } from "#app/designer/use-pictures.ts";
import type { Layer } from "#shop/designs/document/document.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { LayerProperties } from "./layer-properties.tsx";

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
