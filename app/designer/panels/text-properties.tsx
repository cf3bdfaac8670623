import type { RefObject } from "react";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import type { TextLayer } from "#shop/designs/document.ts";
import { fontsFor } from "#shop/designs/edit/new-layer.ts";
import { rounded } from "#shop/designs/geometry.ts";
import type { SpecArea } from "#shop/designs/print-spec.ts";
import { ToolIcon } from "../tool-icon.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { ColourField } from "./colour-field.tsx";
import type { LayerPropertiesProps } from "./layer-props.ts";
import { NumberField } from "./number-field.tsx";
import { WordsField } from "./words-field.tsx";

/** What a text has besides its place. */
export function TextProperties({
  layer,
  area,
  onChange,
  wordsField,
  isTemplate,
}: LayerPropertiesProps<TextLayer> & {
  wordsField: RefObject<HTMLTextAreaElement | null>;
  isTemplate: boolean;
}) {
  const { fields, units } = useDesignerWords();
  const look = (change: Partial<TextLayer>, join?: string) =>
    onChange("look", (text) => ({ ...text, ...change }), join);
  return (
    <div className="grid gap-3">
      <WordsField {...{ layer, isTemplate, onChange }} field={wordsField} />
      <FontField layer={layer} area={area} onChange={(font) => look({ font })} />
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label={fields.size}
          unit={units.mm}
          value={layer.size}
          min={area.minText || 0.1}
          max={Math.max(area.w, area.h)}
          onChange={(size) => look({ size })}
        />
        <ChoiceField
          label={fields.align}
          value={layer.align}
          choices={(["start", "centre", "end"] as const).map((value) => ({
            value,
            label: fields.aligns[value],
            picture: (
              <ToolIcon
                name={value === "centre" ? "text-align-center" : `text-align-${value}`}
                className="size-4"
              />
            ),
          }))}
          onChange={(align) => look({ align })}
        />
      </div>
      <ColourField
        label={fields.colour}
        value={layer.colour}
        colours={area.colours}
        onChange={(colour) => look({ colour }, `colour ${layer.id}`)}
      />
      <ArcField layer={layer} onChange={(change) => onChange("look", change)} />
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label={fields.tracking}
          unit={units.percent}
          value={layer.tracking * 100}
          min={-20}
          max={200}
          onChange={(percent) => look({ tracking: rounded(percent / 100) })}
        />
        <NumberField
          label={fields.leading}
          unit={units.times}
          value={layer.leading}
          min={0.5}
          max={4}
          step={0.1}
          onChange={(leading) => look({ leading })}
        />
      </div>
    </div>
  );
}

function FontField({
  layer,
  area,
  onChange,
}: {
  layer: TextLayer;
  area: SpecArea;
  onChange: (font: string) => void;
}) {
  const { fields } = useDesignerWords();
  const offered = fontsFor(area);
  return (
    <Field label={fields.font}>
      {(parts) => (
        <Select
          {...parts}
          className="w-full"
          value={layer.font}
          onChange={({ target }) => onChange(target.value)}
        >
          {offered.some(({ id }) => id === layer.font) ? null : (
            <option value={layer.font}>{layer.font}</option>
          )}
          {offered.map(({ id, family, weight }) => (
            <option key={id} value={id}>
              {offered.some((other) => other.family === family && other.id !== id)
                ? `${family} ${weight}`
                : family}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function ArcField({
  layer,
  onChange,
}: {
  layer: TextLayer;
  onChange: (change: (text: TextLayer) => TextLayer) => void;
}) {
  const { fields, units } = useDesignerWords();
  const radius = layer.arc?.radius;
  const bend = radius === undefined ? "none" : radius > 0 ? "up" : "down";
  const size = Math.abs(radius ?? Math.max(layer.w, layer.size * 3));
  const bent =
    (to: typeof bend) =>
    ({ arc: _, ...text }: TextLayer): TextLayer =>
      to === "none" ? text : { ...text, arc: { radius: rounded(to === "up" ? size : -size) } };
  return (
    <div className="grid gap-2">
      <ChoiceField
        label={fields.arc}
        value={bend}
        choices={(["none", "up", "down"] as const).map((value) => ({
          value,
          label: fields.arcs[value],
          picture: { none: "—", up: "⌒", down: "⌣" }[value],
        }))}
        onChange={(to) => onChange(bent(to))}
      />
      {radius === undefined ? null : (
        <NumberField
          label={fields.radius}
          unit={units.mm}
          value={size}
          min={1}
          max={5_000}
          step={5}
          onChange={(length) =>
            onChange((text) => ({ ...text, arc: { radius: rounded(length * Math.sign(radius)) } }))
          }
        />
      )}
    </div>
  );
}
