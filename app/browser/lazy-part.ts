import { type ComponentType, lazy } from "react";

type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

const retryMs = 2_000;

/**
 * A part of a page whose scripts come when it is first shown. When they cannot be had, also the second time, the page does without
 * the part: it must not fall over in the middle of a purchase.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return neededPart(() =>
    load()
      .catch(() => new Promise((wait) => setTimeout(wait, retryMs)).then(load))
      .catch((error: unknown) => {
        console.warn("a part of the page is missing", error);
        return { default: (() => null) as ComponentType<Props> };
      }),
  );
}

/** The same for a part without which its page is of no use: when its scripts cannot be had, the page fails. */
export function neededPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazy(load);
}
