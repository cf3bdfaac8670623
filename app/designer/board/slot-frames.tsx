import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { Layer, SlotLayer } from "#shop/designs/document.ts";
import type { Placement, Point } from "#shop/designs/edit/drag-layer.ts";
import { slotGrey } from "#shop/designs/photo-slots.ts";

/** On the grey of a slot, which is the same in light and dark. */
const ink = "#14183a";

interface SlotFramesProps {
  layers: readonly Layer[];
  /** Corner of their area. */
  at: Point;
  /** Where a frame is dragged to, by its id. */
  dragged: { readonly id: string; readonly box: Placement } | null;
}

/** Open photo slots: nothing is printed of them, so the display list does not have them. */
export function SlotFrames({ layers, at, dragged }: SlotFramesProps) {
  const { slotHere } = useDesignerWords();
  const slots = layers.filter((one): one is SlotLayer => one.kind === "slot" && !one.hidden);
  return slots.map((slot) => {
    const { x, y, w, h, angle } = dragged?.id === slot.id ? dragged.box : slot;
    const round = { ellipse: "50%", round: slot.corner, none: 0 }[slot.mask];
    return (
      <g
        key={slot.id}
        data-slot={slot.id}
        transform={`translate(${at.x + x} ${at.y + y}) rotate(${angle})`}
      >
        <rect
          {...{ x: -w / 2, y: -h / 2, width: w, height: h, rx: round, ry: round }}
          fill={slotGrey}
          stroke={ink}
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
        <text
          textAnchor="middle"
          dominantBaseline="central"
          fontSize={Math.min(h / 4, (w * 1.8) / slotHere.length)}
          fill={ink}
        >
          {slotHere}
        </text>
      </g>
    );
  });
}
