import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ViewBox } from "./side-view.ts";

/** Pixels that a millimetre is wide; 1 until the board has been laid out. */
export function usePixelsPerMm(frame: RefObject<HTMLElement | null>, { w, h }: ViewBox): number {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size && size.width > 0 && size.height > 0 ? Math.min(size.width / w, size.height / h) : 1;
}

/** A passive listener cannot keep the page from zooming. */
export function useWheel(
  frame: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent) => void,
): void {
  const latest = useRef(onWheel);
  latest.current = onWheel;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const listener = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(event);
    };
    element.addEventListener("wheel", listener, { passive: false });
    return () => element.removeEventListener("wheel", listener);
  }, [frame]);
}
