import type { ReactNode, RefObject } from "react";
import { WordsField } from "#app/designer/panels/properties/words-field.tsx";
import { isSlot } from "#app/designer/use-pictures.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { GroupLayer, Layer } from "#shop/designs/document/document.ts";
import { walk } from "#shop/designs/document/walk-layers.ts";
import type { StepKind } from "#shop/designs/edit/history.ts";
import { nameOfLayer } from "../describe-layer.ts";
import { SlotPanel } from "./slot-panel.tsx";
import type { UploadPanelProps } from "./upload-panel.tsx";

interface GroupPanelProps {
  group: GroupLayer;
  /** Of the panel that chooses a photograph for a slot, by the slot's id. */
  uploadOf: (slot: string) => Omit<UploadPanelProps, "action">;
  onChange: (kind: StepKind, id: string, edit: (layer: Layer) => Layer, join?: string) => void;
  /** Gets the focus where the group is pressed twice: its first text. */
  wordsField: RefObject<HTMLTextAreaElement | null>;
  /** What a template asks for a layer; undefined: it is a buyer's design. */
  layerFields: ((layer: Layer) => ReactNode) | undefined;
}

/** The words and the photographs in a group, which are filled in where they lie. */
export function GroupPanel({
  group,
  uploadOf,
  onChange,
  wordsField,
  layerFields,
}: GroupPanelProps) {
  const words = useDesignerWords();
  const inside = [...walk(group.layers, "")].flatMap(({ layer }) =>
    layer.kind === "text" || isSlot(layer) ? [layer] : [],
  );
  const first = inside.find(({ kind }) => kind === "text");
  if (inside.length === 0) return null;
  return (
    <section aria-label={words.inGroup} className="mb-4 grid gap-4 border-b border-rule pb-4">
      {inside.map((layer) => {
        const name = nameOfLayer(layer, words);
        return (
          <fieldset key={layer.id}>
            <legend className="sr-only">{name}</legend>
            {layer.kind === "text" ? (
              <WordsField
                layer={layer}
                field={layer === first ? wordsField : undefined}
                isTemplate={layerFields !== undefined}
                onChange={(kind, edit, join) =>
                  onChange(kind, layer.id, (one) => (one.kind === "text" ? edit(one) : one), join)
                }
              />
            ) : layerFields ? (
              <p className="text-sm font-semibold">{name}</p>
            ) : (
              <SlotPanel
                layer={layer}
                upload={uploadOf(layer.id)}
                onChange={(kind, edit, join) =>
                  onChange(kind, layer.id, edit, join && `${join} ${layer.id}`)
                }
              />
            )}
            {layerFields?.(layer)}
          </fieldset>
        );
      })}
    </section>
  );
}
