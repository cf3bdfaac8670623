import { inertModule, inertPreload } from "./browser/late-scripts.ts";

const preload = '<link rel="modulepreload"';
const startAttributes = 'type="module" async=""';

/**
 * Delays a page's scripts until its pictures have loaded (docs/why/screens.md): see browser/late-scripts.ts. React escapes `<` and `"` in text
 * and attributes, and the router escapes them in its data. Both patterns therefore match elements only. The last matching script
 * starts the router.
 */
export function delayScripts(page: string): string {
  const inert = page.replaceAll(preload, inertPreload);
  const start = inert.lastIndexOf(startAttributes);
  if (start < 0) return inert;
  return inert.slice(0, start) + inertModule + inert.slice(start + startAttributes.length);
}
