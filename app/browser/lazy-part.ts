import { type ComponentType, lazy } from "react";

type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

const retryMs = 2_000;

/**
 * A part of a page whose scripts are loaded when it is first shown. After a second failed attempt, the page is shown without the
 * part, so that a purchase can go on. A part that its page needs uses React's `lazy`: then the page shows the error.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazy(() =>
    load()
      .catch(() => new Promise((wait) => setTimeout(wait, retryMs)).then(load))
      .catch((error: unknown) => {
        console.warn("a part of the page is missing", error);
        return { default: (() => null) as ComponentType<Props> };
      }),
  );
}
