import { type ComponentType, createElement, Fragment, lazy } from "react";

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
  return import.meta.env.SSR ? waitedFor(load) : lazy(load);
}

/**
 * The server loads the part once. Each page marks where it begins and ends, so that hydration leaves it as it is until its scripts
 * have come. Preact marks what it waited for; waiting each time would hold everything rendered so far in memory until then.
 */
function waitedFor<Props extends object>(load: Load<Props>): ComponentType<Props> {
  let part: ComponentType<Props> | undefined;
  const waited = new WeakSet<Props>();
  // biome-ignore lint/correctness/noComponentHookFactories: each part is made once, where its module is loaded
  return function Waited(props) {
    if (part && waited.has(props)) return createElement(part, props);
    if (part)
      return [comment("$s"), createElement(part, { ...props, key: "part" }), comment("/$s")];
    waited.add(props);
    throw load().then((module) => {
      part = module.default;
    });
  };
}

/** A comment, as `preact-render-to-string` writes it. */
function comment(words: string) {
  return createElement(
    Fragment as ComponentType<object>,
    {
      key: words,
      UNSTABLE_comment: words,
    } as object,
  );
}
