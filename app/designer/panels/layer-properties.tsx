import type { RefObject } from "react";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { ClipLayer, Layer } from "#shop/designs/document.ts";
import { normalAngle, placeLayer } from "#shop/designs/edit/drag-layer.ts";
import { rounded } from "#shop/designs/geometry.ts";
import { ToolIcon } from "../tool-icon.tsx";
import { ColourField } from "./colour-field.tsx";
import { ImageProperties } from "./image-properties.tsx";
import type { LayerCommands, LayerPropertiesProps } from "./layer-props.ts";
import { NumberField } from "./number-field.tsx";
import { ShapeProperties } from "./shape-properties.tsx";
import { TextProperties } from "./text-properties.tsx";

interface PropertiesProps extends LayerPropertiesProps {
  commands: LayerCommands;
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
  ...rest
}: PropertiesProps) {
  const { properties } = useDesignerWords();
  return (
    <section aria-label={properties} className="grid gap-4">
      <Commands layer={layer} {...rest} />
      <GroupCommand layer={layer} {...rest} />
      {layer.kind === "text" ? (
        <TextProperties
          layer={layer}
          area={area}
          onChange={ofKind("text", onChange)}
          wordsField={wordsField}
          isTemplate={isTemplate}
        />
      ) : null}
      {layer.kind === "shape" ? (
        <ShapeProperties layer={layer} area={area} onChange={ofKind("shape", onChange)} />
      ) : null}
      {layer.kind === "clip" ? (
        <ClipColours layer={layer} area={area} onChange={ofKind("clip", onChange)} />
      ) : null}
      {layer.kind === "image" ? (
        <ImageProperties layer={layer} area={area} onChange={ofKind("image", onChange)} />
      ) : null}
      <PlaceFields layer={layer} onChange={onChange} />
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

function Commands({
  layer,
  commands,
  index,
  count,
}: Pick<PropertiesProps, "layer" | "commands" | "index" | "count">) {
  const { actions } = useDesignerWords();
  return (
    <div className="flex flex-wrap border border-rule bg-card">
      <IconButton icon="copy" label={actions.duplicate} onClick={commands.duplicate} />
      <IconButton
        icon="arrow-up"
        label={actions.up}
        disabled={index === count - 1}
        onClick={commands.raise}
      />
      <IconButton
        icon="arrow-down"
        label={actions.down}
        disabled={index === 0}
        onClick={commands.lower}
      />
      <IconButton
        icon={layer.hidden ? "eye-off" : "eye"}
        label={layer.hidden ? actions.show : actions.hide}
        onClick={commands.toggleHidden}
      />
      <button
        type="button"
        className="grid size-11 place-items-center hover:text-carbon"
        aria-label={layer.locked ? actions.unlock : actions.lock}
        title={layer.locked ? actions.unlock : actions.lock}
        onClick={commands.toggleLocked}
      >
        <ToolIcon name={layer.locked ? "lock" : "lock-open"} />
      </button>
      <IconButton
        icon="trash-2"
        label={actions.remove}
        className="ml-auto text-stamp"
        onClick={commands.remove}
      />
    </div>
  );
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

/** Place and size of the layer's box, its angle and its opacity. */
function PlaceFields({ layer, onChange }: Pick<PropertiesProps, "layer" | "onChange">) {
  const { fields, units } = useDesignerWords();
  const { x, y, w, h, angle, opacity } = layer;
  const millimetres = { unit: units.mm, max: 2_000 };
  const keepsShape = layer.kind === "image" || layer.kind === "group" || layer.kind === "clip";
  const resize = (size: { w: number } | { h: number }) =>
    onChange("resize", (one) => {
      const share = "w" in size ? size.w / one.w : size.h / one.h;
      const box = keepsShape
        ? { w: rounded(one.w * share), h: rounded(one.h * share) }
        : { w: one.w, h: one.h, ...size };
      return placeLayer(one, { ...one, ...box });
    });
  return (
    <div className="grid grid-cols-2 gap-2">
      <NumberField
        {...millimetres}
        label={fields.left}
        value={x - w / 2}
        min={-2_000}
        onChange={(left) => onChange("move", (one) => ({ ...one, x: rounded(left + one.w / 2) }))}
      />
      <NumberField
        {...millimetres}
        label={fields.top}
        value={y - h / 2}
        min={-2_000}
        onChange={(top) => onChange("move", (one) => ({ ...one, y: rounded(top + one.h / 2) }))}
      />
      <NumberField
        {...millimetres}
        label={fields.width}
        value={w}
        min={1}
        onChange={(w) => resize({ w })}
      />
      {layer.kind === "text" ? null : (
        <NumberField
          {...millimetres}
          label={fields.height}
          value={h}
          min={1}
          onChange={(h) => resize({ h })}
        />
      )}
      <NumberField
        label={fields.angle}
        unit={units.degrees}
        value={angle}
        min={-360}
        max={360}
        onChange={(to) => onChange("turn", (one) => ({ ...one, angle: normalAngle(to) }))}
      />
      <NumberField
        label={fields.opacity}
        unit={units.percent}
        value={opacity * 100}
        min={5}
        max={100}
        step={5}
        onChange={(percent) =>
          onChange("look", (one) => ({ ...one, opacity: rounded(percent / 100) }))
        }
      />
    </div>
  );
}
