import { ColourField } from "#app/designer/panels/colour-field.tsx";
import { NumberField } from "#app/designer/panels/number-field.tsx";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { ShapeLayer } from "#shop/designs/document/document.ts";
import { firstColour } from "#shop/designs/edit/new-layer.ts";
import type { LayerPropertiesProps } from "./layer-props.ts";

/** Fill, outline and corners of a shape. */
export function ShapeProperties({ layer, area, onChange }: LayerPropertiesProps<ShapeLayer>) {
  const { fields, units } = useDesignerWords();
  const look = (change: Partial<ShapeLayer>, join?: string) =>
    onChange("look", (shape) => ({ ...shape, ...change }), join);
  const { stroke, shape } = layer;
  const isLine = shape === "line";
  return (
    <div className="grid gap-3">
      {isLine ? null : (
        <ColourField
          label={fields.fill}
          value={layer.fill}
          colours={area.colours}
          onChange={(fill) => look({ fill }, `fill ${layer.id}`)}
        />
      )}
      {isLine ? null : (
        <Checkbox
          label={fields.outline}
          checked={stroke !== undefined}
          onChange={({ target }) =>
            onChange("look", ({ stroke: _, ...rest }) =>
              target.checked
                ? {
                    ...rest,
                    stroke: { colour: firstColour(area), width: Math.max(1, area.minStroke) },
                  }
                : { ...rest, fill: rest.fill ?? firstColour(area) },
            )
          }
        />
      )}
      {stroke ? (
        <>
          <ColourField
            label={isLine ? fields.colour : fields.outlineColour}
            value={stroke.colour}
            colours={area.colours}
            onChange={(colour) => look({ stroke: { ...stroke, colour } }, `stroke ${layer.id}`)}
          />
          <NumberField
            label={fields.outlineWidth}
            unit={units.mm}
            value={stroke.width}
            min={0.1}
            max={50}
            step={0.5}
            onChange={(width) => look({ stroke: { ...stroke, width } })}
          />
        </>
      ) : null}
      {shape === "rect" ? (
        <NumberField
          label={fields.corner}
          unit={units.mm}
          value={layer.corner ?? 0}
          min={0}
          max={Math.min(layer.w, layer.h) / 2}
          onChange={(corner) => look({ corner })}
        />
      ) : null}
      {shape === "polygon" || shape === "star" ? (
        <NumberField
          label={fields.points}
          unit=""
          value={layer.points ?? (shape === "star" ? 5 : 6)}
          min={3}
          max={48}
          onChange={(points) => look({ points: Math.round(points) })}
        />
      ) : null}
    </div>
  );
}
