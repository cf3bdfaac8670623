import type { KeyboardEvent, PointerEvent } from "react";

interface PointHandleProps {
  name: string;
  /** In percent of the picture, which is the element around it. */
  x: number;
  y: number;
  /** Corners are larger than the points between them. */
  isCorner?: boolean;
  onMove: (x: number, y: number) => void;
}

/** Percent by which an arrow key moves a point; with Shift ten times as much. */
const step = 0.5;

/** A point of a picture, moved by pointer or arrow keys. */
export function PointHandle({ name, x, y, isCorner, onMove }: PointHandleProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    const rect = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!rect || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onMove(
      ((event.clientX - rect.left) / rect.width) * 100,
      ((event.clientY - rect.top) / rect.height) * 100,
    );
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const [dx, dy] = directions[event.key] ?? [0, 0];
    if (dx === 0 && dy === 0) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 * step : step;
    onMove(x + dx * by, y + dy * by);
  };
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      className={`absolute grid -translate-1/2 cursor-move place-items-center before:border-2 before:border-[#fff] before:bg-[#14183a] before:outline before:outline-[#14183a] ${
        isCorner ? "size-11 before:size-4" : "size-8 before:size-3 before:rounded-full"
      }`}
      style={{ left: `${x}%`, top: `${y}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
