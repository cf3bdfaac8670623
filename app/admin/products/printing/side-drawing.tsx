import { type PointerEvent, useId, useRef } from "react";
import { type AreaDraft, readDecimal } from "./spec-draft.ts";

interface SideDrawingProps {
  label: string;
  areas: readonly AreaDraft[];
  onChange: (index: number, area: AreaDraft) => void;
}

interface Drag {
  readonly index: number;
  readonly kind: "move" | "size";
  readonly area: AreaDraft;
  readonly from: { readonly x: number; readonly y: number };
}

/** Smallest side that a drag leaves, in millimetres. */
const smallest = 5;
const mm = (text: string) => Math.max(0, readDecimal(text) ?? 0);
const at = (text: string) => readDecimal(text) ?? 0;
const shown = (value: number) => String(Math.round(value)).replace(".", ",");

/**
 * The areas of a side to scale, with millimetres along two edges. Areas are moved and sized by dragging, in whole
 * millimetres; the fields beside it do the same.
 */
export function SideDrawing({ label, areas, onChange }: SideDrawingProps) {
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<Drag | null>(null);
  const hatch = useId();
  const boxes = areas.map(({ x, y, w, h, bleed, safe }) => ({
    x: at(x),
    y: at(y),
    w: mm(w),
    h: mm(h),
    bleed: mm(bleed),
    safe: mm(safe),
  }));
  const left = Math.min(0, ...boxes.map(({ x, bleed }) => x - bleed));
  const top = Math.min(0, ...boxes.map(({ y, bleed }) => y - bleed));
  const right = Math.max(10, ...boxes.map(({ x, w, bleed }) => x + w + bleed));
  const bottom = Math.max(10, ...boxes.map(({ y, h, bleed }) => y + h + bleed));
  const extent = Math.max(right - left, bottom - top);
  const edge = extent * 0.09;
  const line = extent / 350;

  const pointOf = (event: PointerEvent) => {
    const matrix = svg.current?.getScreenCTM();
    return matrix
      ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
      : new DOMPoint();
  };
  const begin = (event: PointerEvent, index: number, kind: Drag["kind"]) => {
    const area = areas[index];
    if (!area || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { index, kind, area, from: pointOf(event) };
    event.preventDefault();
  };
  const go = (event: PointerEvent) => {
    if (!drag.current) return;
    const { index, kind, area, from } = drag.current;
    const point = pointOf(event);
    const [dx, dy] = [point.x - from.x, point.y - from.y];
    onChange(
      index,
      kind === "move"
        ? { ...area, x: shown(at(area.x) + dx), y: shown(at(area.y) + dy) }
        : {
            ...area,
            w: shown(Math.max(smallest, mm(area.w) + dx)),
            h: shown(Math.max(smallest, mm(area.h) + dy)),
          },
    );
  };
  const end = () => {
    drag.current = null;
  };

  return (
    <svg
      ref={svg}
      role="img"
      aria-label={label}
      viewBox={`${left - edge * 1.4} ${top - edge} ${right - left + edge * 1.8} ${bottom - top + edge * 1.4}`}
      className="w-full touch-none border border-rule bg-card select-none"
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <defs>
        <pattern
          id={hatch}
          width={extent / 60}
          height={extent / 60}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d={`M0 0V${extent / 60}`} stroke="var(--color-muted)" strokeWidth={line} />
        </pattern>
      </defs>
      <Scale
        from={left}
        to={right}
        place={top - edge * 0.25}
        isAcross
        extent={extent}
        line={line}
      />
      <Scale
        from={top}
        to={bottom}
        place={left - edge * 0.25}
        isAcross={false}
        extent={extent}
        line={line}
      />
      {boxes.map(({ x, y, w, h, bleed, safe }, index) => {
        const area = areas[index];
        const round = area?.shape === "ellipse";
        const corner = (inset: number) =>
          round ? { rx: Math.max(0, w / 2 - inset), ry: Math.max(0, h / 2 - inset) } : {};
        const inner = { width: Math.max(0, w - 2 * safe), height: Math.max(0, h - 2 * safe) };
        return (
          <g key={area?.id}>
            {bleed > 0 ? (
              <rect
                x={x - bleed}
                y={y - bleed}
                width={w + 2 * bleed}
                height={h + 2 * bleed}
                {...corner(-bleed)}
                fill={`url(#${hatch})`}
              />
            ) : null}
            <rect
              x={x}
              y={y}
              width={w}
              height={h}
              {...corner(0)}
              fill="var(--color-paper)"
              stroke="var(--color-ink)"
              strokeWidth={line * 2}
              className="cursor-move"
              onPointerDown={(event) => begin(event, index, "move")}
            />
            <rect
              x={x + safe}
              y={y + safe}
              {...inner}
              {...corner(safe)}
              fill="none"
              stroke="var(--color-carbon)"
              strokeWidth={line}
              strokeDasharray={`${line * 6} ${line * 4}`}
              pointerEvents="none"
            />
            {(area?.holes ?? []).map((hole) => (
              <path
                key={hole}
                d={hole}
                transform={`translate(${x} ${y})`}
                fill={`url(#${hatch})`}
                stroke="var(--color-stamp)"
                strokeWidth={line}
                pointerEvents="none"
              />
            ))}
            <rect
              x={x + w - edge * 0.22}
              y={y + h - edge * 0.22}
              width={edge * 0.44}
              height={edge * 0.44}
              fill="var(--color-carbon)"
              className="cursor-nwse-resize"
              onPointerDown={(event) => begin(event, index, "size")}
            />
          </g>
        );
      })}
    </svg>
  );
}

interface ScaleProps {
  from: number;
  to: number;
  /** Across the scale's own direction. */
  place: number;
  isAcross: boolean;
  extent: number;
  line: number;
}

/** Marks of millimetres with a few numbers. */
function Scale({ from, to, place, isAcross, extent, line }: ScaleProps) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => extent / size <= 24) ?? 500;
  const marks: number[] = [];
  for (let mark = Math.ceil(from / step) * step; mark <= to; mark += step) marks.push(mark);
  const every = marks.length > 12 ? 5 : 2;
  const length = (mark: number) => extent * (Math.round(mark / step) % every === 0 ? 0.02 : 0.01);
  return (
    <g stroke="var(--color-muted)" strokeWidth={line}>
      <path
        d={marks
          .map((mark) =>
            isAcross ? `M${mark} ${place}v${-length(mark)}` : `M${place} ${mark}h${-length(mark)}`,
          )
          .join("")}
      />
      {marks
        .filter((mark) => Math.round(mark / step) % every === 0)
        .map((mark) => (
          <text
            key={mark}
            {...(isAcross
              ? { x: mark, y: place - extent * 0.028, textAnchor: "middle" }
              : { x: place - extent * 0.028, y: mark + extent * 0.01, textAnchor: "end" })}
            fontSize={extent * 0.03}
            stroke="none"
            fill="var(--color-muted)"
          >
            {mark}
          </text>
        ))}
    </g>
  );
}
