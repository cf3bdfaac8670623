import sharp from "sharp";
import { boundsOfItems, marginAround } from "./design-picture.ts";
import type { DisplayList } from "./display-list.ts";
import type { PictureFiles } from "./picture-files.server.ts";
import { toPng } from "./to-png.server.ts";

/** Pixels of the longer side of the area. */
const areaPixels = 1200;

/**
 * What is printed on the first side, on the colour of the goods and with its pictures, as a square PNG for papers. SVG would leave the pictures
 * out: librsvg draws none that is inside of one.
 * @throws PictureMismatch, TooMuchImageWork
 */
export async function printThumbnail(
  { sides }: DisplayList,
  files: PictureFiles,
  { body, side }: { readonly body: string; readonly side: number },
): Promise<Buffer> {
  const areas = sides.flatMap(({ areas }) => areas);
  const area = areas.find(({ items }) => items.length > 0) ?? areas[0];
  if (!area) throw new Error("a design has no area");
  const scale = areaPixels / Math.max(area.w, area.h);
  const whole = await toPng(area, { files, dpi: scale * 25.4, body, box: "trim" });
  const box = boundsOfItems(area.items) ?? { left: 0, top: 0, right: area.w, bottom: area.h };
  const margin = marginAround(box);
  const { width, height } = await sharp(whole).metadata();
  const within = (millimetres: number, max: number) =>
    Math.min(Math.max(Math.round(millimetres * scale), 0), max);
  const left = within(box.left - margin, width - 1);
  const top = within(box.top - margin, height - 1);
  const visible = {
    left,
    top,
    width: Math.max(1, within(box.right + margin, width) - left),
    height: Math.max(1, within(box.bottom + margin, height) - top),
  };
  return sharp(whole)
    .extract(visible)
    .resize(side, side, { fit: "contain", background: body })
    .removeAlpha()
    .png()
    .toBuffer();
}
