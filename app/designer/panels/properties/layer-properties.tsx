import { type RefObject, useState } from "react";
import { useMedia } from "#app/browser/use-media.ts";
import { ColourField } from "#app/designer/panels/colour-field.tsx";
import { LayerActions } from "#app/designer/panels/layer-actions.tsx";
import { NumberField } from "#app/designer/panels/number-field.tsx";
import type { LayerEdits } from "#app/designer/use-layer-edits.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Button } from "#app/ui/button.tsx";
import type { ClipLayer, Layer } from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import { ImageProperties } from "./image-properties.tsx";
import type { LayerCommands, LayerPropertiesProps } from "./layer-props.ts";
import { PlaceFields } from "./place-fields.tsx";
import { GroupChips, groupsOf, type PropertyGroup } from "./property-groups.tsx";
import { ShapeProperties } from "./shape-properties.tsx";
import { TextProperties } from "./text-properties.tsx";
import { WordsField } from "./words-field.tsx";

/** From this width all properties fit next to the board. Narrower screens show the text field first, and one property group at a time. */
const wide = "(width >= 64rem)";

interface PropertiesProps extends LayerPropertiesProps {
  commands: LayerCommands;
  onPlace: LayerEdits["place"];
  /** In drawing order. */
  index: number;
  count: number;
  wordsField: RefObject<HTMLTextAreaElement | null>;
  /** The document is a template: its words are samples. */
  isTemplate: boolean;
}

/** Everything about the chosen layer, as fields: each drag has one. */
export function LayerProperties({
  layer,
  area,
  onChange,
  wordsField,
  isTemplate,
  commands,
  onPlace,
  index,
  count,
}: PropertiesProps) {
  const { properties, fields, units } = useDesignerWords();
  const isWide = useMedia(wide);
  const groups = groupsOf[layer.kind];
  const [chosen, choose] = useState<PropertyGroup>(groups[0]);
  const shows = (group: PropertyGroup) => isWide || group === chosen;
  const actions = (
    <>
      <LayerActions
        chosen={[layer]}
        commands={commands}
        isTop={index === count - 1}
        isBottom={index === 0}
      />
      <GroupCommand layer={layer} commands={commands} index={index} />
    </>
  );
  return (
    <section aria-label={properties} className="grid gap-4">
      {isWide ? actions : null}
      {layer.kind === "text" ? (
        <WordsField
          layer={layer}
          isTemplate={isTemplate}
          onChange={ofKind("text", onChange)}
          field={wordsField}
        />
      ) : null}
      {isWide ? null : <GroupChips groups={groups} chosen={chosen} onChoose={choose} />}
      {layer.kind === "text" ? (
        <TextProperties
          layer={layer}
          area={area}
          shows={shows}
          onChange={ofKind("text", onChange)}
        />
      ) : null}
      {layer.kind === "shape" && shows("colour") ? (
        <ShapeProperties layer={layer} area={area} onChange={ofKind("shape", onChange)} />
      ) : null}
      {layer.kind === "clip" && shows("colour") ? (
        <ClipColours layer={layer} area={area} onChange={ofKind("clip", onChange)} />
      ) : null}
      {layer.kind === "image" && !layer.slot && shows("picture") ? (
        <ImageProperties layer={layer} area={area} onChange={ofKind("image", onChange)} />
      ) : null}
      <div className="grid grid-cols-2 gap-2 empty:hidden">
        {shows("place") ? <PlaceFields box={layer} onPlace={onPlace} /> : null}
        {shows("more") ? (
          <NumberField
            label={fields.opacity}
            unit={units.percent}
            value={layer.opacity * 100}
            min={5}
            max={100}
            step={5}
            onChange={(percent) =>
              onChange("look", (one) => ({ ...one, opacity: rounded(percent / 100) }))
            }
          />
        ) : null}
      </div>
      {isWide || !shows("more") ? null : actions}
    </section>
  );
}

type LayerOf<Kind extends Layer["kind"]> = Extract<Layer, { kind: Kind }>;

/** Changes of a layer whose kind is known; a layer of another kind stays as it is. */
function ofKind<Kind extends Layer["kind"]>(
  kind: Kind,
  onChange: LayerPropertiesProps["onChange"],
): LayerPropertiesProps<LayerOf<Kind>>["onChange"] {
  const isKind = (layer: Layer): layer is LayerOf<Kind> => layer.kind === kind;
  return (step, edit, join) =>
    onChange(step, (layer): Layer => (isKind(layer) ? edit(layer) : layer), join);
}

/** Groups are made of two layers here, and of any number with the keyboard or a mouse. */
function GroupCommand({
  layer,
  commands,
  index,
}: Pick<PropertiesProps, "layer" | "commands" | "index">) {
  const { actions } = useDesignerWords();
  const isGroup = layer.kind === "group";
  if (!isGroup && index === 0) return null;
  return (
    <Button
      look="quiet"
      className="justify-self-start px-3 text-sm"
      onClick={isGroup ? commands.ungroup : commands.group}
    >
      {isGroup ? actions.ungroup : actions.groupBelow}
    </Button>
  );
}

/** The colours of a piece of clip art, each apart. */
function ClipColours({ layer, area, onChange }: LayerPropertiesProps<ClipLayer>) {
  const { fields } = useDesignerWords();
  return (
    <>
      {layer.colours.map((colour, index) => (
        <ColourField
          // biome-ignore lint/suspicious/noArrayIndexKey: a colour is its place
          key={index}
          label={fields.colour}
          value={colour}
          colours={area.colours}
          onChange={(next) =>
            onChange(
              "look",
              (clip) => ({ ...clip, colours: clip.colours.with(index, next) }),
              `colour ${layer.id} ${index}`,
            )
          }
        />
      ))}
    </>
  );
}
