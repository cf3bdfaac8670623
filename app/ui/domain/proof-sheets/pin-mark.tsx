import type { CSSProperties, ReactNode } from "react";

/** A place on a sheet, as shares of its width and height. */
export interface PinPosition {
  readonly across: number;
  readonly down: number;
}

interface PinMarkProps {
  at: PinPosition;
  look: keyof typeof looks;
  /** Gets the style of its box. */
  children: (box: CSSProperties) => ReactNode;
}

/* The goods below are as they are printed, so the colours are the same in both modes, and a pale line parts them. */
const looks = {
  open: { line: "#14183a", paper: "#ffefa0", ink: "#14183a" },
  settled: { line: "#565c78", paper: "#ffffff", ink: "#565c78" },
  pending: { line: "#2b39a6", paper: "#2b39a6", ink: "#ffffff" },
};
const pale = "#ffffff";

/** Of the number, and from its edge to the place, in pixels. */
const side = 28;
const tip = 9;

/** The sheet that its pins measure themselves by. */
export const pinned: CSSProperties = { containerType: "size" };

/**
 * A number with a tip at its place, as on a map, so that it does not cover what it is about: above it, and below it where the
 * sheet has less room than that. At the sides the number stays on the sheet, and only its tip shows the place.
 */
export function PinMark({ at: { across, down }, look, children }: PinMarkProps) {
  const { line, paper, ink } = looks[look];
  const x = `${across * 100}cqw`;
  const y = `${down * 100}cqh`;
  // 0 px, or 1 px for one that hangs below.
  const beneath = `clamp(0px, ${side + tip}px - ${y}, 1px)`;
  return (
    <span className="figures no-print pointer-events-none absolute inset-0 text-sm font-semibold">
      {/* Half of it is behind the number. */}
      <span
        className="absolute rotate-45"
        style={{
          top: `calc(${y} - ${tip}px + ${beneath} * ${2 * tip})`,
          left: x,
          width: tip * Math.SQRT2,
          height: tip * Math.SQRT2,
          translate: "-50% -50%",
          background: line,
          outline: `1px solid ${pale}`,
        }}
      />
      {children({
        position: "absolute",
        top: `calc(${y} - ${side + tip}px + ${beneath} * ${side + 2 * tip})`,
        left: `clamp(${side / 2}px, ${x}, 100cqw - ${side / 2}px)`,
        display: "grid",
        placeItems: "center",
        width: side,
        height: side,
        translate: "-50%",
        border: `1px solid ${line}`,
        boxShadow: `0 0 0 1px ${pale}`,
        background: paper,
        color: ink,
        pointerEvents: "auto",
      })}
    </span>
  );
}
