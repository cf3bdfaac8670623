import { inertModule, inertPreload } from "./browser/late-scripts.ts";

const preload = '<link rel="modulepreload"';
const moduleType = 'type="module" async';

/** Makes the scripts of a page wait for its pictures (decision 0007): see browser/late-scripts.ts. */
export function delayScripts(page: string): string {
  // In texts and data `<` is escaped, so this is found in elements alone, which stand together at the end.
  const first = page.indexOf(preload);
  if (first < 0) return page;
  const scripts = page.slice(first).replaceAll(preload, inertPreload);
  // What starts the router is the last script of its kind.
  const start = scripts.lastIndexOf(moduleType);
  if (start < 0) return page.slice(0, first) + scripts;
  return `${page.slice(0, first)}${scripts.slice(0, start)}${inertModule}${scripts.slice(start + moduleType.length)}`;
}
