import { sineAndCosine } from "#shop/designs/document/geometry.ts";
import type { Gripped } from "#shop/designs/edit/chosen-layers.ts";
import { type Grip, type Placement, pulls } from "#shop/designs/edit/drag-layer.ts";
import { BoxLine } from "./outlines.tsx";

/** Pixels that a grip is wide for a pointer, and what is drawn of it. */
const reach = 44;
const shown = 11;
/** Pixels between the box and the turning handle. */
const turnDistance = 34;
/** A box with a shorter side in pixels has its grips outside, so that they do not cover the layer. */
const roomy = 56;

/** Gripped is a layer itself where one is chosen. */
type GrippedKind = Pick<Gripped, "kind"> & { arc?: unknown; shape?: unknown };

/** The grips that a kind of layer has: words, pictures and several layers keep their proportions at the corners. */
function gripsOf({ kind, arc, shape }: GrippedKind): readonly (keyof typeof pulls)[] {
  if (kind === "shape")
    return shape === "line" ? ["e", "w"] : ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
  const sides = kind === "text" && !arc ? (["e", "w"] as const) : [];
  return ["nw", "ne", "se", "sw", ...sides];
}

interface HandlesProps {
  gripped: Gripped;
  box: Placement;
  /** Of the side's millimetres. */
  offset: { x: number; y: number };
  pixelsPerMm: number;
  /** The upper and lower edge of the board, in millimetres of the side. */
  edges: readonly [top: number, bottom: number];
}

/** The box of what is chosen and its grips. For pointers only: the inspector has a field for each. */
export function Handles({ gripped, box, offset, pixelsPerMm, edges }: HandlesProps) {
  const px = 1 / pixelsPerMm;
  const outside = Math.min(box.w, box.h) * pixelsPerMm < roomy ? 14 * px : 0;
  const [halfWide, halfHigh] = [box.w / 2 + outside, box.h / 2 + outside];
  const { cosine } = sineAndCosine(box.angle);
  /** The other way where the handle would leave the board. */
  const wayOf = (way: 1 | -1) => {
    const y = offset.y + box.y + way * cosine * (halfHigh + turnDistance * px);
    const isSeen = y > edges[0] + (reach / 2) * px && y < edges[1] - (reach / 2) * px;
    const other = way === 1 ? -1 : 1;
    return isSeen ? way : other;
  };
  return (
    <g transform={`translate(${offset.x + box.x} ${offset.y + box.y}) rotate(${box.angle})`}>
      <BoxLine w={box.w} h={box.h} width={1.5} />
      {gripped.locked ? null : (
        <>
          {/* A finger would cover the layer from above. */}
          <TurnHandle
            halfHigh={halfHigh}
            px={px}
            way={wayOf(-1)}
            className="pointer-coarse:hidden"
          />
          <TurnHandle
            halfHigh={halfHigh}
            px={px}
            way={wayOf(1)}
            className="not-pointer-coarse:hidden"
          />
          {gripsOf(gripped).map((grip) => {
            const [right, down] = pulls[grip];
            return <Grab key={grip} grip={grip} x={right * halfWide} y={down * halfHigh} px={px} />;
          })}
        </>
      )}
    </g>
  );
}

interface TurnHandleProps {
  halfHigh: number;
  px: number;
  /** −1: above the box, 1: below. */
  way: 1 | -1;
  className: string;
}

function TurnHandle({ halfHigh, px, way, className }: TurnHandleProps) {
  const y = way * halfHigh;
  return (
    <g className={className}>
      <line
        y1={y}
        y2={y + way * (turnDistance - 6) * px}
        className="stroke-carbon"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
      <Grab grip="turn" x={0} y={y + way * turnDistance * px} px={px} isRound />
    </g>
  );
}

function Grab({
  grip,
  x,
  y,
  px,
  isRound,
}: {
  grip: Grip;
  x: number;
  y: number;
  px: number;
  isRound?: boolean;
}) {
  const half = (shown * px) / 2;
  return (
    <g data-grip={grip} className="pointer-events-auto cursor-pointer">
      <circle cx={x} cy={y} r={(reach * px) / 2} fill="transparent" />
      <rect
        x={x - half}
        y={y - half}
        width={2 * half}
        height={2 * half}
        rx={isRound ? half : 0}
        className="fill-card stroke-carbon"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </g>
  );
}
