import { readFile } from "node:fs/promises";
import path from "node:path";
import { fontCatalogue } from "./fonts/catalogue.ts";
import { openTypeface } from "./text/open-typeface.ts";
import type { FontLibrary } from "./text/typeface.ts";

let library: Promise<FontLibrary> | undefined;

/** All fonts of the catalogue, opened once in a process; about 2 MB. */
export function loadFonts(): Promise<FontLibrary> {
  library ??= openFonts();
  return library;
}

async function openFonts(): Promise<FontLibrary> {
  const harfbuzz = await import("harfbuzzjs");
  const opened = fontCatalogue.map(async ({ id, sha256 }) => {
    const bytes = await readFontFile(id);
    return [sha256, await openTypeface(harfbuzz, bytes)] as const;
  });
  return new Map(await Promise.all(opened));
}

/** The bytes that browser and server draw with. */
export function readFontFile(id: string): Promise<Buffer> {
  return readFile(path.join(import.meta.dirname, "fonts", `${id}.ttf`));
}
