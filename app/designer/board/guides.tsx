import { useLanguage } from "#app/language.ts";
import type { SnapLine, Snapped } from "#shop/designs/edit/snap.ts";
import { formatNumber } from "../numbers.ts";

interface GuidesProps {
  snapped: Snapped;
  offset: { x: number; y: number };
  area: { w: number; h: number };
  pixelsPerMm: number;
}

/** The lines that a layer sticks to while it is dragged, each with its millimetres: its place, or the gap that is equal. */
export function Guides({ snapped, offset, area, pixelsPerMm }: GuidesProps) {
  const language = useLanguage();
  const px = 1 / pixelsPerMm;
  const lineOf = ({ gap }: SnapLine) => ({
    className: "stroke-stamp",
    strokeWidth: 1,
    vectorEffect: "non-scaling-stroke" as const,
    strokeDasharray: gap ? "4 3" : undefined,
  });
  const label = ({ at, gap }: SnapLine, x: number, y: number) => (
    <text
      x={x}
      y={y}
      fontSize={11 * px}
      strokeWidth={3 * px}
      className="figures fill-stamp stroke-paper [paint-order:stroke]"
    >
      {formatNumber(Math.round((gap?.width ?? at) * 10) / 10, language)}
    </text>
  );
  const { x, y } = snapped;
  return (
    <g transform={`translate(${offset.x} ${offset.y})`}>
      {x ? (
        <>
          <line x1={x.at} x2={x.at} y1={0} y2={area.h} {...lineOf(x)} />
          {label(x, x.at + 4 * px, 13 * px)}
        </>
      ) : null}
      {y ? (
        <>
          <line y1={y.at} y2={y.at} x1={0} x2={area.w} {...lineOf(y)} />
          {label(y, 4 * px, y.at - 4 * px)}
        </>
      ) : null}
    </g>
  );
}
