import { type ComponentType, lazy } from "react";

const retryMs = 2_000;

/**
 * A part of a page whose scripts come when it is first shown. When they cannot be had, also the second time, the page does without
 * the part: it must not fall over in the middle of a purchase.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load()
      .catch(() => new Promise((wait) => setTimeout(wait, retryMs)).then(load))
      .catch((error: unknown) => {
        console.warn("a part of the page is missing", error);
        return { default: (() => null) as ComponentType<Props> };
      }),
  );
}
