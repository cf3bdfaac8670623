import { renderToString } from "react-dom/server";
import type { KeepMarkup } from "./cached-markup.ts";

const kept = new WeakMap<object, Map<string, string>>();

export const keepMarkup: KeepMarkup = (of, variant, element) => {
  const variants = kept.get(of) ?? new Map<string, string>();
  const markup = variants.get(variant) ?? renderToString(element);
  kept.set(of, variants.set(variant, markup));
  return markup;
};
