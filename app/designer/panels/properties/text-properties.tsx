import { ChoiceField } from "#app/designer/panels/choice-field.tsx";
import { ColourField } from "#app/designer/panels/colour-field.tsx";
import { FontField } from "#app/designer/panels/font-field.tsx";
import { NumberField } from "#app/designer/panels/number-field.tsx";
import { ToolIcon } from "#app/designer/tool-icon.tsx";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { TextLayer } from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import type { LayerPropertiesProps } from "./layer-props.ts";
import type { PropertyGroup } from "./property-groups.tsx";

/** Properties of a text layer except its content and position. */
export function TextProperties({
  layer,
  area,
  onChange,
  shows,
}: LayerPropertiesProps<TextLayer> & { shows: (group: PropertyGroup) => boolean }) {
  const { fields, units } = useDesignerWords();
  const look = (change: Partial<TextLayer>, join?: string) =>
    onChange("look", (text) => ({ ...text, ...change }), join);
  return (
    <div className="grid gap-3 empty:hidden">
      {shows("font") ? (
        <FontField
          font={layer.font}
          text={layer.text}
          area={area}
          onChange={(font) => look({ font })}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-2 empty:hidden">
        {shows("size") ? (
          <NumberField
            label={fields.size}
            unit={units.mm}
            value={layer.size}
            min={area.minText || 0.1}
            max={Math.max(area.w, area.h)}
            onChange={(size) => look({ size })}
          />
        ) : null}
        {shows("font") ? (
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
        ) : null}
      </div>
      {shows("colour") ? (
        <ColourField
          label={fields.colour}
          value={layer.colour}
          colours={area.colours}
          onChange={(colour) => look({ colour }, `colour ${layer.id}`)}
        />
      ) : null}
      {shows("font") ? (
        <ArcField layer={layer} onChange={(change) => onChange("look", change)} />
      ) : null}
      {shows("size") ? (
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
      ) : null}
    </div>
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
