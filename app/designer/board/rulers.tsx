import { memo } from "react";
import { useMedia } from "#app/browser/use-media.ts";
import type { Point } from "#shop/designs/edit/drag-layer.ts";
import type { ViewBox } from "./side-view.ts";

interface RulersProps {
  /** What the board shows. */
  box: ViewBox;
  pixelsPerMm: number;
  /** Corner of the area that is worked on: the rulers' zero. */
  origin: Point;
}

/** Millimetres between two marks, and between two numbers. */
const scales = [
  [1, 10],
  [2, 10],
  [5, 50],
  [10, 50],
  [20, 100],
  [50, 200],
] as const;
/** Pixels between two marks at least. */
const leastGap = 6;
/** Half of the widest board, in pixels. */
const reach = 1_400;

/** As `md:`: a narrower screen has no room for rulers. */
const roomy = "(width >= 48rem)";

/** Millimetres along the upper and the left edge of the board, from the corner of the area. */
export const Rulers = memo(function Rulers({ box, pixelsPerMm, origin }: RulersProps) {
  const isRoomy = useMedia(roomy);
  const [step, every] = scales.find(([gap]) => gap * pixelsPerMm >= leastGap) ?? [100, 500];
  const edge = "pointer-events-none absolute bg-card text-muted max-md:hidden";
  const scale = { step, every, pixelsPerMm };
  return (
    <>
      <svg aria-hidden="true" className={`${edge} inset-x-0 top-0 h-5 w-full border-b border-rule`}>
        <svg aria-hidden="true" x="50%" overflow="visible">
          {isRoomy ? <Marks {...scale} middle={box.x + box.w / 2 - origin.x} isAcross /> : null}
        </svg>
      </svg>
      <svg
        aria-hidden="true"
        className={`${edge} inset-y-0 left-0 h-full w-5 border-r border-rule`}
      >
        <svg aria-hidden="true" y="50%" overflow="visible">
          {isRoomy ? (
            <Marks {...scale} middle={box.y + box.h / 2 - origin.y} isAcross={false} />
          ) : null}
        </svg>
      </svg>
      <span className={`${edge} top-0 left-0 grid size-5 place-items-center text-[0.5rem]`}>
        mm
      </span>
    </>
  );
});

interface MarksProps {
  step: number;
  every: number;
  pixelsPerMm: number;
  /** Millimetres from the origin to the middle of the board. */
  middle: number;
  isAcross: boolean;
}

function Marks({ step, every, pixelsPerMm, middle, isAcross }: MarksProps) {
  const span = reach / pixelsPerMm;
  const marks: number[] = [];
  for (let mark = Math.ceil((middle - span) / step) * step; mark <= middle + span; mark += step)
    marks.push(mark);
  const at = (mark: number) => Math.round((mark - middle) * pixelsPerMm * 10) / 10;
  const line = (mark: number) => {
    const length = mark % every === 0 ? 9 : 4;
    return isAcross ? `M${at(mark)} 20v${-length}` : `M20 ${at(mark)}h${-length}`;
  };
  return (
    <>
      <path d={marks.map(line).join("")} stroke="currentColor" strokeWidth={0.75} />
      {marks
        .filter((mark) => mark % every === 0)
        .map((mark) => (
          <text
            key={mark}
            fill="currentColor"
            fontSize={9}
            {...(isAcross
              ? { x: at(mark) + 3, y: 9 }
              : { transform: `translate(9 ${at(mark) - 3}) rotate(-90)` })}
          >
            {mark}
          </text>
        ))}
    </>
  );
}
