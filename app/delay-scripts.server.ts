import { inertModule, inertPreload } from "./browser/late-scripts.ts";

const preload = '<link rel="modulepreload"';
const startAttributes = 'type="module" async=""';

/**
 * Makes the scripts of a page wait for its pictures (decision 0007): see browser/late-scripts.ts. React escapes `<` and `"` in texts and
 * data, so both patterns match elements only. The last matching script starts the router.
 */
export function delayScripts(page: string): string {
  const inert = page.replaceAll(preload, inertPreload);
  const start = inert.lastIndexOf(startAttributes);
  if (start < 0) return inert;
  return inert.slice(0, start) + inertModule + inert.slice(start + startAttributes.length);
}
