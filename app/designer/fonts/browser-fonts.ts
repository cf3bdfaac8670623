import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import { type HarfBuzz, openTypeface } from "#shop/designs/text/open-typeface.ts";
import type { FontLibrary, Typeface } from "#shop/designs/text/typeface.ts";

/** Addresses of the font files by their path; the build names each by its content. */
const addresses = import.meta.glob<string>("/shop/designs/fonts/*.ttf", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Address of the file of a font; undefined for one that the catalogue does not have. */
export const fontAddress = (id: string): string | undefined =>
  addresses[`/shop/designs/fonts/${id}.ttf`];

let harfbuzz: Promise<HarfBuzz> | undefined;
const opened = new Map<string, Promise<Typeface>>();

/**
 * The fonts of a design, each fetched and opened once in a page.
 * @param hashes SHA-256 of font files; those that the catalogue does not have are left out
 * @throws where a file cannot be fetched; the next call tries again
 */
export async function loadFonts(hashes: readonly string[]): Promise<FontLibrary> {
  const known = hashes.filter((hash) => fontCatalogue.some(({ sha256 }) => sha256 === hash));
  return new Map(
    await Promise.all(known.map(async (sha256) => [sha256, await loadFont(sha256)] as const)),
  );
}

function loadFont(sha256: string): Promise<Typeface> {
  const known = opened.get(sha256);
  if (known) return known;
  const loading = openFont(sha256);
  opened.set(sha256, loading);
  loading.catch(() => opened.delete(sha256));
  return loading;
}

async function openFont(sha256: string): Promise<Typeface> {
  const entry = fontCatalogue.find((font) => font.sha256 === sha256);
  const address = entry && fontAddress(entry.id);
  if (address === undefined) throw new Error(`There is no font ${sha256}`);
  harfbuzz ??= import("harfbuzzjs");
  harfbuzz.catch(() => {
    harfbuzz = undefined;
  });
  const [shaper, bytes] = await Promise.all([harfbuzz, fetchBytes(address)]);
  return openTypeface(shaper, bytes);
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
