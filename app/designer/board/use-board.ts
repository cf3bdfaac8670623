import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ViewBox } from "./side-view.ts";

interface BoardSize {
  /** Pixels that a millimetre is wide; 1 until the board has been laid out. */
  readonly pixelsPerMm: number;
  /** Pixels of the board above and below the middle of its sheets. */
  readonly above: number;
  readonly below: number;
}

/** @param sheets lie on the board with a margin, in which the handles of what fills an area can be reached */
export function useBoardSize(sheets: RefObject<HTMLElement | null>, { w, h }: ViewBox): BoardSize {
  const [size, setSize] = useState({ width: 0, height: 0, above: 0, below: 0 });
  useLayoutEffect(() => {
    const element = sheets.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height, offsetTop, offsetParent } = element;
      const above = offsetTop + height / 2;
      setSize({ width, height, above, below: (offsetParent?.clientHeight ?? height) - above });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [sheets]);
  const { width, height, above, below } = size;
  const isLaidOut = width > 0 && height > 0;
  return { pixelsPerMm: isLaidOut ? Math.min(width / w, height / h) : 1, above, below };
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
