import { ChoiceField } from "#app/designer/panels/choice-field.tsx";
import { NumberField } from "#app/designer/panels/number-field.tsx";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { ImageLayer } from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import { cropPicture, cropToRatio, edgesOf } from "#shop/designs/edit/crop-picture.ts";
import type { LayerPropertiesProps } from "./layer-props.ts";

const sides = ["left", "right", "top", "bottom"] as const;
/** Width by height; null: the whole picture. */
const ratios = [
  ["whole", null],
  ["square", 1],
  ["wide", 4 / 3],
  ["tall", 3 / 4],
] as const;

/** What is cut off a picture, and the outline that it is seen through. */
export function ImageProperties({ layer, onChange }: LayerPropertiesProps<ImageLayer>) {
  const { fields, units } = useDesignerWords();
  const edges = edgesOf(layer);
  return (
    <div className="grid gap-3">
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-xs text-muted">{fields.crop}</legend>
        <div className="flex flex-wrap border border-control bg-card">
          {ratios.map(([name, ratio]) => (
            <button
              key={name}
              type="button"
              className="min-h-11 grow px-2 text-sm hover:text-carbon md:min-h-9"
              onClick={() => onChange("crop", (image) => cropToRatio(image, ratio))}
            >
              {fields.crops[name]}
            </button>
          ))}
        </div>
        <div className="grid grid-cols-2 gap-2">
          {sides.map((side) => (
            <NumberField
              key={side}
              label={fields.cut[side]}
              unit={units.percent}
              value={rounded(edges[side] * 100)}
              min={0}
              max={95}
              onChange={(percent) =>
                onChange("crop", (image) => cropPicture(image, { [side]: percent / 100 }))
              }
            />
          ))}
        </div>
      </fieldset>
      <ChoiceField
        label={fields.mask}
        value={layer.mask}
        choices={(["none", "ellipse", "round"] as const).map((value) => ({
          value,
          label: fields.masks[value],
        }))}
        onChange={(mask) =>
          onChange("look", (image) => ({
            ...image,
            mask,
            ...(mask === "round" ? { corner: image.corner ?? rounded(image.w / 10) } : {}),
          }))
        }
      />
      {layer.mask === "round" ? (
        <NumberField
          label={fields.corner}
          unit={units.mm}
          value={layer.corner ?? 0}
          min={0}
          max={Math.min(layer.w, layer.h) / 2}
          onChange={(corner) => onChange("look", (image) => ({ ...image, corner }))}
        />
      ) : null}
    </div>
  );
}
