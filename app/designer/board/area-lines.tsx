import { useId, useMemo } from "react";
import type { DisplayArea } from "#shop/designs/draw/display-list.ts";
import { safeLine } from "#shop/designs/print/safe-line.ts";

/** The lines of a print sheet: trim, safe line, bleed and zones without print; what lies outside is dimmed, not hidden. */
export function AreaLines({
  area,
  at,
  around,
  wraps,
}: {
  area: DisplayArea;
  /** The area's corner on the side, in millimetres. */
  at: { x: number; y: number };
  /** What the sheets show; the board is larger. */
  around: { x: number; y: number; w: number; h: number };
  /** Beside it the same print is seen again, as round the goods. */
  wraps: boolean;
}) {
  const { w, h, bleed, safe, trim, holes } = area;
  const hatch = useId();
  const inner = useMemo(() => safeLine(trim, safe), [trim, safe]);
  const beyond = 2 * Math.max(around.w, around.h);
  const [left, top] = [around.x - at.x - beyond, around.y - at.y - beyond];
  const [wide, high] = [around.w + 2 * beyond, around.h + 2 * beyond];
  const sheet = `M${left} ${top}h${wide}v${high}h${-wide}z`;
  const printed = `M${-bleed} ${-bleed}h${w + 2 * bleed}v${h + 2 * bleed}h${-(w + 2 * bleed)}z`;
  const band = `M${left} ${-bleed}h${wide}v${h + 2 * bleed}h${-wide}z`;
  return (
    <g transform={`translate(${at.x} ${at.y})`} fill="none">
      <path
        d={`${sheet}${wraps ? band : printed}`}
        fillRule="evenodd"
        className="fill-paper"
        opacity={0.82}
      />
      {wraps ? (
        <path d={`${band}${printed}`} fillRule="evenodd" className="fill-paper" opacity={0.45} />
      ) : null}
      {bleed > 0 ? (
        <>
          <pattern
            id={hatch}
            width={bleed / 2}
            height={bleed / 2}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d={`M0 0V${bleed}`} className="stroke-control" strokeWidth={bleed / 12} />
          </pattern>
          <path d={`${printed}${trim}`} fillRule="evenodd" fill={`url(#${hatch})`} />
          <path
            d={printed}
            className="stroke-control"
            strokeWidth={1}
            strokeDasharray="1 3"
            vectorEffect="non-scaling-stroke"
          />
        </>
      ) : null}
      {/* Goods have any colour, in both modes: the line lies on one of the paper's. */}
      <path
        d={trim}
        className="stroke-paper"
        strokeWidth={3}
        opacity={0.7}
        vectorEffect="non-scaling-stroke"
      />
      <path d={trim} className="stroke-ink" strokeWidth={1} vectorEffect="non-scaling-stroke" />
      {safe > 0 ? (
        <path
          d={inner}
          className="stroke-control"
          strokeWidth={1}
          strokeDasharray="6 4"
          vectorEffect="non-scaling-stroke"
        />
      ) : null}
      {holes.map((hole) => (
        <path
          key={hole}
          d={hole}
          className="fill-rule stroke-control"
          opacity={0.7}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <Marks w={w} h={h} bleed={bleed} />
    </g>
  );
}

/** Registration marks outside of the corners, as on a print sheet. */
function Marks({ w, h, bleed }: { w: number; h: number; bleed: number }) {
  const [gap, length] = [bleed + Math.max(w, h) * 0.008, Math.max(w, h) * 0.025];
  const corners = [
    [0, 0, -1, -1],
    [w, 0, 1, -1],
    [0, h, -1, 1],
    [w, h, 1, 1],
  ] as const;
  const d = corners
    .map(
      ([x, y, dx, dy]) =>
        `M${x + dx * gap} ${y}h${dx * length}M${x} ${y + dy * gap}v${dy * length}`,
    )
    .join("");
  return (
    <path d={d} className="stroke-control" strokeWidth={1} vectorEffect="non-scaling-stroke" />
  );
}
