import { type RefObject, useLayoutEffect, useRef, useState } from "react";

const defaultScale = 2.5;
const maxScale = 4;

interface Magnifier {
  /** The scroll container, whose content is `scale` times as wide. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly scale: number;
  /** Zooms into the centre, or back out. */
  readonly toggle: () => void;
  readonly reset: () => void;
}

/** Zooms a scroll container by double tap and pinch, and keeps the touched point in place. */
export function useMagnifier(): Magnifier {
  const frame = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  /** The fixed point of a zoom: `share` is relative to the content, `at` is in pixels relative to the box. */
  const anchor = useRef<{ share: readonly [number, number]; at: readonly [number, number] }>(null);
  const currentScale = useRef(scale);
  currentScale.current = scale;

  const magnify = (to: number, clientX?: number, clientY?: number) => {
    const box = frame.current;
    if (!box) return;
    const { left, top, width, height } = box.getBoundingClientRect();
    const at = [(clientX ?? left + width / 2) - left, (clientY ?? top + height / 2) - top] as const;
    anchor.current = {
      share: [
        (box.scrollLeft + at[0]) / box.scrollWidth,
        (box.scrollTop + at[1]) / box.scrollHeight,
      ],
      at,
    };
    setScale(to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroll position changes with the scale
  useLayoutEffect(() => {
    const [box, point] = [frame.current, anchor.current];
    if (!box || !point) return;
    box.scrollLeft = point.share[0] * box.scrollWidth - point.at[0];
    box.scrollTop = point.share[1] * box.scrollHeight - point.at[1];
  }, [scale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners read refs
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const fingers = new Map<number, PointerEvent>();
    let pinch: { distance: number; scale: number } | null = null;
    const spread = () => {
      const [one, other] = [...fingers.values()];
      if (!one || !other) return null;
      return {
        distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
        x: (one.clientX + other.clientX) / 2,
        y: (one.clientY + other.clientY) / 2,
      };
    };
    const onDown = (event: PointerEvent) => {
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, event);
      const spot = spread();
      pinch = spot && { distance: spot.distance, scale: currentScale.current };
    };
    const onMove = (event: PointerEvent) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, event);
      const spot = spread();
      if (!spot || !pinch || pinch.distance === 0) return;
      const wanted = (pinch.scale * spot.distance) / pinch.distance;
      magnify(Math.min(maxScale, Math.max(1, wanted)), spot.x, spot.y);
    };
    const onUp = (event: PointerEvent) => {
      fingers.delete(event.pointerId);
      pinch = null;
    };
    const onDouble = (event: MouseEvent) =>
      magnify(currentScale.current > 1 ? 1 : defaultScale, event.clientX, event.clientY);
    box.addEventListener("pointerdown", onDown);
    box.addEventListener("pointermove", onMove);
    box.addEventListener("pointerup", onUp);
    box.addEventListener("pointercancel", onUp);
    box.addEventListener("dblclick", onDouble);
    return () => {
      box.removeEventListener("pointerdown", onDown);
      box.removeEventListener("pointermove", onMove);
      box.removeEventListener("pointerup", onUp);
      box.removeEventListener("pointercancel", onUp);
      box.removeEventListener("dblclick", onDouble);
    };
  }, []);

  return {
    frame,
    scale,
    toggle: () => magnify(scale > 1 ? 1 : defaultScale),
    reset: () => setScale(1),
  };
}
