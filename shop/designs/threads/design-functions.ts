import { readDocument } from "../document/read-document.ts";
import type { DisplayArea, DisplayList } from "../draw/display-list.ts";
import { type DrawInput, drawDocument } from "../draw/draw-document.ts";
import type { PictureFiles } from "../draw/picture-files.server.ts";
import { printThumbnail } from "../draw/print-thumbnail.server.ts";
import { toPng } from "../draw/to-png.server.ts";
import { fillTemplate } from "../fill-template.ts";
import { loadFonts } from "../load-fonts.server.ts";
import { bakeKit } from "../mockups/bake-kit.server.ts";
import { paintMockup } from "../mockups/paint-mockup.server.ts";
import { hasInvisiblePrint } from "../print/preflight-colours.ts";
import { slugLine } from "../print/slug-line.ts";
import { slugWidth, toPdf } from "../print/to-pdf.server.ts";
import { drawRoster } from "../roster/draw-roster.server.ts";
import { cutOf, separationsOf } from "../separations/separations.server.ts";
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
