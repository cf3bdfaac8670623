import { type RefObject, useEffect } from "react";

/**
 * Keeps an element as high as what is seen of the window, which a keyboard on the screen makes less: the board stays in sight
 * above the field that is typed in. A page that somebody zoomed into keeps its height.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const fit = () => {
      if (view.scale === 1)
        element.current?.style.setProperty("--visible-height", `${view.height}px`);
    };
    view.addEventListener("resize", fit);
    return () => view.removeEventListener("resize", fit);
  }, [element]);
}
