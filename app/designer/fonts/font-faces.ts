import { fontAddress } from "./browser-fonts.ts";

/** Name of the CSS font family of a font of the catalogue. */
export const faceOf = (font: string): string => `design-${font}`;

const added = new Set<string>();

/** Registers a catalogue font with the page. The browser fetches its file when text in it is rendered. */
export function addFace(font: string): void {
  const address = fontAddress(font);
  if (address === undefined || added.has(font)) return;
  added.add(font);
  document.fonts.add(new FontFace(faceOf(font), `url(${JSON.stringify(address)})`));
}
