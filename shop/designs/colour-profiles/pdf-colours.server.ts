import type { InkShares, PaletteInk } from "#shop/designs/colour/palette-inks.ts";
import type { DisplayArea, DisplayList } from "#shop/designs/draw/display-list.ts";
import { inksOf } from "#shop/designs/draw/summarise.ts";
import { inksOfColours } from "./convert-colours.server.ts";

/** A plate of its own, and how it looks where nobody has its ink. */
export interface PdfPlate {
  readonly plate: string;
  readonly looks: string | InkShares;
}

/** A colour as pdfkit takes it: #rrggbb, or cyan, magenta, yellow and key in per cent. */
export type PdfColour = string | [number, number, number, number];

export interface PdfColours {
  /** `DeviceCMYK` of a file for plates. */
  readonly space: "DeviceRGB" | "DeviceCMYK";
  /** Black marks around the print. */
  readonly marks: PdfColour;
  /** @param isText letters, of which `#000000` is key alone on a press: four plates need not meet in thin letters */
  readonly of: (hex: string, isText: boolean) => PdfColour | PdfPlate;
}

const keyAlone = (): PdfColour => [0, 0, 0, 100];

/**
 * @param chart the shop's inks by `#rrggbb`
 * @param file of the printer's profile; without one the numbers are sRGB
 */
export async function pdfColours(
  process: DisplayList["process"],
  areas: readonly DisplayArea[],
  chart: ReadonlyMap<string, PaletteInk>,
  file: string | undefined,
): Promise<PdfColours> {
  const mixed = await mixedColours(process, areas, file);
  return {
    ...mixed,
    of: (hex, isText) => {
      const ink = chart.get(hex);
      if (ink && ink.plate !== null) return { plate: ink.plate, looks: ink.shares ?? hex };
      return ink?.shares ? [...ink.shares] : mixed.of(hex, isText);
    },
  };
}

async function mixedColours(
  process: DisplayList["process"],
  areas: readonly DisplayArea[],
  file: string | undefined,
): Promise<PdfColours> {
  if (file === undefined) {
    const isKeyBlack = (hex: string, isText: boolean) =>
      process === "offset" && isText && hex === "#000000";
    return {
      space: "DeviceRGB",
      marks: "#000000",
      of: (hex, isText) => (isKeyBlack(hex, isText) ? keyAlone() : hex),
    };
  }
  const inks = await inksOfColours(inksOf(areas.flatMap(({ items }) => items)), file);
  return {
    space: "DeviceCMYK",
    marks: keyAlone(),
    of: (hex, isText) => {
      if (isText && hex === "#000000") return keyAlone();
      const found = inks.get(hex);
      if (!found) throw new Error(`the colour ${hex} is in no area`);
      return [...found];
    },
  };
}
