import { inertModule, inertPreload } from "./browser/late-scripts.ts";

const preload = '<link rel="modulepreload"';
const moduleType = 'type="module" async';

/** Makes the scripts of a page wait for its pictures (decision 0007): see browser/late-scripts.ts. */
export function delayScripts(page: string): Buffer<ArrayBuffer> {
  // In texts and data `<` is escaped, so this is found in elements alone, which stand together at the end.
  const first = page.indexOf(preload);
  if (first < 0) return Buffer.from(page);
  const scripts = page.slice(first).replaceAll(preload, inertPreload);
  // What starts the router is the last script of its kind.
  const start = scripts.lastIndexOf(moduleType);
  const delayed =
    start < 0
      ? scripts
      : scripts.slice(0, start) + inertModule + scripts.slice(start + moduleType.length);
  // The larger part is not copied once more as a text.
  return Buffer.concat([Buffer.from(page.slice(0, first)), Buffer.from(delayed)]);
}
