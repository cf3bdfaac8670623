import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type PDFDocument from "pdfkit";
import sharp, { type Sharp } from "sharp";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import type { DisplayPicture } from "./display-list.ts";
import { masterOf, type PictureFiles } from "./picture-files.server.ts";
import { printedPixels } from "./printed-pixels.ts";

type Pdf = InstanceType<typeof PDFDocument>;
export type PdfReference = ReturnType<Pdf["ref"]>;

const compress = promisify(deflate);
/** Optimised coding would hold every coefficient: 6 bytes a pixel. */
const jpegOptions = {
  quality: 95,
  chromaSubsampling: "4:4:4",
  optimiseCoding: false,
} as const;

/**
 * A picture as an object of the PDF: the visible pixels of its master, cropped and not resampled. Only where they are
 * finer than twice the target they are reduced to that. A JPEG that is wholly visible goes in as it is.
 * @throws PictureMismatch where the master is missing or has other pixels than the display list says
 */
export async function embedPicture(
  pdf: Pdf,
  picture: DisplayPicture,
  files: PictureFiles,
  targetDpi: number,
): Promise<PdfReference> {
  const master = await masterOf(picture, files);
  return inTurn(async () => {
    const { format, width, height, channels, hasAlpha } = await sharp(master).metadata();
    const [left, top, cropWidth, cropHeight] = picture.crop;
    const size = printedPixels(picture, 2 * targetDpi);
    const isWhole = cropWidth === width && cropHeight === height && size === null;
    const isPlainJpeg = format === "jpeg" && channels === 3;
    if (isWhole && isPlainJpeg) return jpegObject(pdf, master, width, height);
    let visible = sharp(master, { sequentialRead: true }).extract({
      left,
      top,
      width: cropWidth,
      height: cropHeight,
    });
    if (size) visible = visible.resize({ ...size, fit: "fill", kernel: "lanczos3" });
    const pixels = size ?? { width: cropWidth, height: cropHeight };
    if (isPlainJpeg) {
      const bytes = await visible.jpeg(jpegOptions).toBuffer();
      return jpegObject(pdf, bytes, pixels.width, pixels.height);
    }
    return flateObject(pdf, visible, hasAlpha);
  });
}

function jpegObject(pdf: Pdf, bytes: Buffer, width: number, height: number): PdfReference {
  return endedObject(pdf, bytes, {
    ...imageEntries(width, height),
    ColorSpace: "DeviceRGB",
    Filter: "DCTDecode",
  });
}

async function flateObject(pdf: Pdf, visible: Sharp, hasAlpha: boolean): Promise<PdfReference> {
  const rgb = visible.clone().toColourspace("srgb").removeAlpha().raw({ depth: "uchar" });
  const { data, info } = await rgb.toBuffer({ resolveWithObject: true });
  const colours = {
    ...imageEntries(info.width, info.height),
    ColorSpace: info.channels === 1 ? "DeviceGray" : "DeviceRGB",
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
