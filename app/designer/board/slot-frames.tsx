import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { boxMatrix } from "#shop/designs/document/box-matrix.ts";
import type { Layer, SlotLayer } from "#shop/designs/document/document.ts";
import { slotGrey } from "#shop/designs/document/photo-slots.ts";
import type { Point } from "#shop/designs/edit/drag-layer.ts";

/** On the grey of a slot, which is the same in light and dark. */
const ink = "#14183a";

interface SlotFramesProps {
  layers: readonly Layer[];
  /** Corner of their area. */
  at: Point;
}

/** Open photo slots, in groups too: nothing is printed of them, so the display list does not have them. */
export function SlotFrames({ layers, at }: SlotFramesProps) {
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <Frames layers={layers} />
    </g>
  );
}

function Frames({ layers }: Pick<SlotFramesProps, "layers">) {
  return layers.map((layer) => {
    if (layer.hidden) return null;
    if (layer.kind === "slot") return <Frame key={layer.id} slot={layer} />;
    if (layer.kind !== "group") return null;
    return (
      <g key={layer.id} transform={`matrix(${boxMatrix(layer).join(" ")})`}>
        <Frames layers={layer.layers} />
      </g>
    );
  });
}

function Frame({ slot }: { slot: SlotLayer }) {
  const { slotHere } = useDesignerWords();
  const { id, x, y, w, h, angle, mask, corner } = slot;
  const round = { ellipse: "50%", round: corner, none: 0 }[mask];
  return (
    <g data-slot={id} transform={`translate(${x} ${y}) rotate(${angle})`}>
      <rect
        x={-w / 2}
        y={-h / 2}
        width={w}
        height={h}
        rx={round}
        ry={round}
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
}
