import { renderToString } from "react-dom/server";
import type { CacheMarkup } from "./cached-markup.ts";

const cached = new WeakMap<object, Map<string, string>>();

export const cacheMarkup: CacheMarkup = (of, variant, element) => {
  const variants = cached.get(of) ?? new Map<string, string>();
  const markup = variants.get(variant) ?? renderToString(element);
  cached.set(of, variants.set(variant, markup));
  return markup;
};
