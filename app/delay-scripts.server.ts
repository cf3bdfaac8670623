import { inertModule, inertPreload } from "./browser/late-scripts.ts";

const preload = '<link rel="modulepreload"';
const moduleType = 'type="module" async';

/** Makes the scripts of a page wait for its pictures (decision 0007): see browser/late-scripts.ts. */
export function delayScripts(page: string): string {
  // In texts and data `<` is escaped, so this is found in elements alone.
  const waiting = page.replaceAll(preload, inertPreload);
  // What starts the router is the last script of its kind.
  const start = waiting.lastIndexOf(moduleType);
  if (start < 0) return waiting;
  return `${waiting.slice(0, start)}${inertModule}${waiting.slice(start + moduleType.length)}`;
}
