import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type PDFDocument from "pdfkit";
import sharp, { type Sharp } from "sharp";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import { toPlates } from "#shop/designs/colour-profiles/convert-colours.server.ts";
import type { DisplayPicture } from "#shop/designs/draw/display-list.ts";
import { masterOf, type PictureFiles } from "#shop/designs/draw/picture-files.server.ts";
import { printedPixels } from "#shop/designs/draw/printed-pixels.ts";

type Pdf = InstanceType<typeof PDFDocument>;
export type PdfReference = ReturnType<Pdf["ref"]>;

const compress = promisify(deflate);
/** Optimised coding would hold every coefficient: 6 bytes a pixel. */
const jpegOptions = {
  quality: 95,
  chromaSubsampling: "4:4:4",
  optimiseCoding: false,
} as const;

export interface PictureSources {
  readonly files: PictureFiles;
  /** Of the printer's profile, by which pictures become inks. */
  readonly profileFile: string | undefined;
}

/**
 * A picture as an object of the PDF: the visible pixels of its master, cropped and not resampled. Only where they are
 * finer than twice the target they are reduced to that. A JPEG that is wholly visible goes in as it is, unless a profile converts it.
 * @throws PictureMismatch where the master is missing or has other pixels than the display list says
 */
export async function embedPicture(
  pdf: Pdf,
  picture: DisplayPicture,
  { files, profileFile }: PictureSources,
  targetDpi: number,
): Promise<PdfReference> {
  const master = await masterOf(picture, files);
  return inTurn(async () => {
    const { format, width, height, channels, hasAlpha } = await sharp(master).metadata();
    const [left, top, cropWidth, cropHeight] = picture.crop;
    const size = printedPixels(picture, 2 * targetDpi);
    const isWhole = cropWidth === width && cropHeight === height && size === null;
    const isPlainJpeg = format === "jpeg" && channels === 3;
    if (isWhole && isPlainJpeg && profileFile === undefined)
      return jpegObject(pdf, master, width, height);
    let visible = sharp(master, { sequentialRead: true }).extract({
      left,
      top,
      width: cropWidth,
      height: cropHeight,
    });
    if (size) visible = visible.resize({ ...size, fit: "fill", kernel: "lanczos3" });
    const pixels = size ?? { width: cropWidth, height: cropHeight };
    if (isPlainJpeg) {
      const printed = profileFile === undefined ? visible : toPlates(visible, profileFile);
      const bytes = await printed.jpeg(jpegOptions).toBuffer();
      return jpegObject(pdf, bytes, pixels.width, pixels.height, profileFile !== undefined);
    }
    return flateObject(pdf, visible, hasAlpha, profileFile);
  });
}

function jpegObject(
  pdf: Pdf,
  bytes: Buffer,
  width: number,
  height: number,
  isPlates = false,
): PdfReference {
  return endedObject(pdf, bytes, {
    ...imageEntries(width, height),
    ...(isPlates ? invertedPlates : { ColorSpace: "DeviceRGB" }),
    Filter: "DCTDecode",
  });
}

const spaces: Readonly<Record<number, string>> = {
  1: "DeviceGray",
  3: "DeviceRGB",
  4: "DeviceCMYK",
};

async function flateObject(
  pdf: Pdf,
  visible: Sharp,
  hasAlpha: boolean,
  profileFile: string | undefined,
): Promise<PdfReference> {
  const flat = visible.clone().toColourspace("srgb").removeAlpha();
  const printed = profileFile === undefined ? flat : toPlates(flat, profileFile);
  const { data, info } = await printed
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const colours = {
    ...imageEntries(info.width, info.height),
    ColorSpace: spaces[info.channels],
    Filter: "FlateDecode",
  };
  const packed = await compress(data);
  if (!hasAlpha) return endedObject(pdf, packed, colours);
  const alpha = visible.clone().extractChannel("alpha").raw({ depth: "uchar" });
  const mask = endedObject(pdf, await compress(await alpha.toBuffer()), {
    ...imageEntries(info.width, info.height),
    ColorSpace: "DeviceGray",
    Filter: "FlateDecode",
  });
  return endedObject(pdf, packed, { ...colours, SMask: mask });
}

/** A JPEG of four plates has its numbers the other way round, as Adobe began it. */
const invertedPlates = { ColorSpace: "DeviceCMYK", Decode: [1, 0, 1, 0, 1, 0, 1, 0] };

const imageEntries = (width: number, height: number) => ({
  Type: "XObject",
  Subtype: "Image",
  BitsPerComponent: 8,
  Width: width,
  Height: height,
});

function endedObject(pdf: Pdf, bytes: Buffer, entries: object): PdfReference {
  const reference = pdf.ref(entries);
  reference.end(bytes);
  return reference;
}
