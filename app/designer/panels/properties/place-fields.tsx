import { NumberField } from "#app/designer/panels/number-field.tsx";
import type { LayerEdits } from "#app/designer/use-layer-edits.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { IconButton } from "#app/ui/button.tsx";
import { rounded } from "#shop/designs/document/geometry.ts";
import type { Gripped } from "#shop/designs/edit/chosen-layers.ts";
import { normalAngle } from "#shop/designs/edit/drag-layer.ts";

interface PlaceFieldsProps {
  box: Gripped;
  onPlace: LayerEdits["place"];
}

/** Place, size and angle of the chosen layer's box, or of the box around several: each drag has a field here. */
export function PlaceFields({ box, onPlace }: PlaceFieldsProps) {
  const { fields, units } = useDesignerWords();
  const { x, y, w, h, angle, kind } = box;
  const millimetres = { unit: units.mm, max: 2_000 };
  const keepsShape = kind !== "text" && kind !== "shape";
  const resize = (size: { w: number } | { h: number }) => {
    const share = Math.max("w" in size ? size.w / w : size.h / h, box.leastShare ?? 0);
    const even = { w: rounded(w * share), h: rounded(h * share) };
    onPlace({ ...box, ...(keepsShape ? even : size) }, "resize");
  };
  return (
    <>
      <NudgePad box={box} onPlace={onPlace} />
      <NumberField
        {...millimetres}
        label={fields.left}
        value={x - w / 2}
        min={-2_000}
        onChange={(left) => onPlace({ ...box, x: rounded(left + w / 2) }, "move")}
      />
      <NumberField
        {...millimetres}
        label={fields.top}
        value={y - h / 2}
        min={-2_000}
        onChange={(top) => onPlace({ ...box, y: rounded(top + h / 2) }, "move")}
      />
      <NumberField
        {...millimetres}
        label={fields.width}
        value={w}
        min={1}
        onChange={(w) => resize({ w })}
      />
      {kind === "text" ? null : (
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
        onChange={(to) => onPlace({ ...box, angle: normalAngle(to) }, "turn")}
      />
    </>
  );
}

const nudges = [
  ["left", "arrow-left", -1, 0],
  ["right", "arrow-right", 1, 0],
  ["up", "arrow-up", 0, -1],
  ["down", "arrow-down", 0, 1],
] as const;

/** What the arrow keys do, for fingers: a millimetre is less than a finger can drag. */
function NudgePad({ box, onPlace }: PlaceFieldsProps) {
  const { nudge } = useDesignerWords();
  if (box.locked) return null;
  return (
    <fieldset
      aria-label={nudge.title}
      className="col-span-full flex justify-self-start border border-rule bg-card lg:not-pointer-coarse:hidden"
    >
      {nudges.map(([way, icon, right, down]) => (
        <IconButton
          key={way}
          icon={icon}
          label={nudge[way]}
          onClick={() =>
            onPlace({ ...box, x: rounded(box.x + right), y: rounded(box.y + down) }, "move", "move")
          }
        />
      ))}
    </fieldset>
  );
}
