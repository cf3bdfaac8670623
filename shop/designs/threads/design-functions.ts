import { readDocument } from "#shop/designs/document/read-document.ts";
import type { DisplayArea, DisplayList } from "#shop/designs/draw/display-list.ts";
import { type DrawInput, drawDocument } from "#shop/designs/draw/draw-document.ts";
import type { PictureFiles } from "#shop/designs/draw/picture-files.server.ts";
import { printThumbnail } from "#shop/designs/draw/print-thumbnail.server.ts";
import { toPng } from "#shop/designs/draw/to-png.server.ts";
import { fillTemplate } from "#shop/designs/fill-template.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { bakeKit } from "#shop/designs/mockups/bake-kit.server.ts";
import { paintMockup } from "#shop/designs/mockups/paint-mockup.server.ts";
import { hasInvisiblePrint } from "#shop/designs/print/preflight-colours.ts";
import { slugLine } from "#shop/designs/print/slug-line.ts";
import { slugWidth, toPdf } from "#shop/designs/print/to-pdf.server.ts";
import { drawRoster } from "#shop/designs/roster/draw-roster.server.ts";
import { cutOf, separationsOf } from "#shop/designs/separations/separations.server.ts";
import { checkDesign, drawDraft } from "./check-design.ts";

/** Restores a `Buffer`, which the structured clone between threads turns into a `Uint8Array`. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
const filesOf = (files: PictureFiles): PictureFiles =>
  new Map([...files].map(([asset, bytes]) => [asset, bufferOf(bytes)]));
const withFiles = <Input extends { readonly files: PictureFiles }>(input: Input): Input => ({
  ...input,
  files: filesOf(input.files),
});

/** Short calls, for requests of buyers. */
export const drawingFunctions = {
  readDocument: async (input: unknown) => readDocument(input),
  drawDesign: async (input: Pick<DrawInput, "document" | "spec" | "values">) =>
    drawDocument({ ...input, fonts: await loadFonts() }),
  checkDesign,
  drawDraft,
  fillTemplate: async (
    template: Parameters<typeof fillTemplate>[0],
    typed: Parameters<typeof fillTemplate>[1],
    known: Parameters<typeof fillTemplate>[3],
  ) => fillTemplate(template, typed, await loadFonts(), known),
  drawRoster,
  /** Whether any print is invisible on goods of this colour (#rrggbb). */
  anyHasInvisiblePrint: async (lists: readonly DisplayList[], body: string) =>
    lists.some((list) => hasInvisiblePrint(list, body)),
};

/** Calls for pictures and files, which may take seconds. */
export const printingFunctions = {
  cutOf: (area: DisplayArea, cut: Parameters<typeof cutOf>[1], files: PictureFiles) =>
    cutOf(area, cut, filesOf(files)),
  separationsOf: (input: Parameters<typeof separationsOf>[0]) => separationsOf(withFiles(input)),
  slugLine: async (text: string, area: DisplayArea, fontSha256: string) => {
    const typeface = (await loadFonts()).get(fontSha256);
    if (!typeface) throw new Error(`the font ${fontSha256} is missing`);
    return slugLine(text, area, typeface, slugWidth);
  },
  printThumbnail: (
    list: Parameters<typeof printThumbnail>[0],
    files: PictureFiles,
    options: Parameters<typeof printThumbnail>[2],
  ) => printThumbnail(list, filesOf(files), options),
  toPng: (area: DisplayArea, options: Parameters<typeof toPng>[1]) =>
    toPng(area, withFiles(options)),
  toPdf: (input: Parameters<typeof toPdf>[0]) =>
    toPdf({
      ...withFiles(input),
      profile: input.profile && { ...input.profile, icc: bufferOf(input.profile.icc) },
    }),
  paintMockup: (input: Parameters<typeof paintMockup>[0]) => paintMockup(withFiles(input)),
  bakeKit,
};
