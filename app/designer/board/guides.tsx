import type { Snapped } from "#shop/designs/edit/snap.ts";

/** The lines that a layer sticks to while it is dragged. */
export function Guides({
  snapped,
  offset,
  area,
}: {
  snapped: Snapped;
  offset: { x: number; y: number };
  area: { w: number; h: number };
}) {
  const line = {
    className: "stroke-stamp",
    strokeWidth: 1,
    vectorEffect: "non-scaling-stroke" as const,
  };
  return (
    <g transform={`translate(${offset.x} ${offset.y})`}>
      {snapped.x ? <line x1={snapped.x.at} x2={snapped.x.at} y1={0} y2={area.h} {...line} /> : null}
      {snapped.y ? <line y1={snapped.y.at} y2={snapped.y.at} x1={0} x2={area.w} {...line} /> : null}
    </g>
  );
}
