import { fontFiles } from "./files.ts";

export type FontId = keyof typeof fontFiles;

export type FontStyle = "sans" | "serif" | "script" | "display" | "mono" | "letters" | "emoji";

export interface FontEntry {
  readonly id: FontId;
  /** Name of the family as its makers write it. */
  readonly family: string;
  readonly weight: number;
  readonly style: FontStyle;
  /** Address of the file: the SHA-256 of its bytes. */
  readonly sha256: string;
  readonly bytes: number;
  /** Still drawn by its hash, no longer offered. */
  readonly isRetired: boolean;
}

const entry = (id: FontId, family: string, style: FontStyle, isRetired = false): FontEntry => ({
  id,
  family,
  weight: Number(/\d+$/.exec(id)?.[0]),
  style,
  ...fontFiles[id],
  isRetired,
});

/** Fonts in the order of the menu. A file that is replaced keeps its old entry, retired. */
export const fontCatalogue: readonly FontEntry[] = [
  entry("plus-jakarta-sans-500", "Plus Jakarta Sans", "sans"),
  entry("plus-jakarta-sans-700", "Plus Jakarta Sans", "sans"),
  entry("poppins-600", "Poppins", "sans"),
  entry("fredoka-600", "Fredoka", "sans"),
  entry("bricolage-grotesque-700", "Bricolage Grotesque", "display"),
  entry("bebas-neue-400", "Bebas Neue", "display"),
  entry("anton-400", "Anton", "display"),
  entry("pacifico-400", "Pacifico", "script"),
  entry("caveat-700", "Caveat", "script"),
  entry("great-vibes-400", "Great Vibes", "script"),
  entry("bodoni-moda-700", "Bodoni Moda", "serif"),
  entry("courier-prime-400", "Courier Prime", "mono"),
  entry("martian-mono-500", "Martian Mono", "mono"),
  entry("noto-sans-400", "Noto Sans", "sans"),
  entry("noto-naskh-arabic-400", "Noto Naskh Arabic", "letters"),
  entry("noto-sans-javanese-400", "Noto Sans Javanese", "letters"),
  entry("noto-sans-balinese-400", "Noto Sans Balinese", "letters"),
  entry("noto-sans-sundanese-400", "Noto Sans Sundanese", "letters"),
  entry("noto-emoji-400", "Noto Emoji", "emoji"),
];
