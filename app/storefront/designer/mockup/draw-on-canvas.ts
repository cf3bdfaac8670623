import type { DisplayArea, DisplayItem, DisplayPicture } from "#shop/designs/draw/display-list.ts";

type Context = OffscreenCanvasRenderingContext2D;
/** Previews of uploaded pictures by the SHA-256 of their masters. */
export type Bitmaps = ReadonlyMap<string, ImageBitmap>;

/** Draws what is printed inside the trim of an area, transparent elsewhere. @returns red, green, blue and alpha */
export function drawOnCanvas(area: DisplayArea, width: number, bitmaps: Bitmaps): ImageData {
  const height = Math.max(1, Math.round((width * area.h) / area.w));
  const context = contextOf(width, height);
  drawItems(context, area.items, [width / area.w, height / area.h], bitmaps);
  return context.getImageData(0, 0, width, height);
}

function contextOf(width: number, height: number): Context {
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("there is no canvas");
  context.lineJoin = "round";
  context.lineCap = "round";
  context.imageSmoothingQuality = "high";
  return context;
}

/** @param scale pixels a millimetre */
function drawItems(
  context: Context,
  items: readonly DisplayItem[],
  scale: readonly [number, number],
  bitmaps: Bitmaps,
): void {
  for (const item of items) {
    context.save();
    if (item.kind === "group") {
      const { width, height } = context.canvas;
      const inner = contextOf(width, height);
      drawItems(inner, item.items, scale, bitmaps);
      context.globalAlpha = item.opacity;
      context.drawImage(inner.canvas, 0, 0);
    } else {
      context.globalAlpha = item.opacity ?? 1;
      context.scale(...scale);
      if (item.kind === "picture") drawPicture(context, item, bitmaps.get(item.asset));
      else {
        const path = new Path2D(item.path);
        if (item.fill) {
          context.fillStyle = item.fill;
          context.fill(path);
        }
        if (item.stroke) {
          context.strokeStyle = item.stroke.colour;
          context.lineWidth = item.stroke.width;
          context.stroke(path);
        }
      }
    }
    context.restore();
  }
}

function drawPicture(
  context: Context,
  { crop, mask, matrix, pixels }: DisplayPicture,
  bitmap: ImageBitmap | undefined,
): void {
  if (!bitmap) return;
  if (mask !== undefined) context.clip(new Path2D(mask));
  context.transform(...matrix);
  const [left, top, width, height] = crop;
  const [x, y] = [bitmap.width / pixels[0], bitmap.height / pixels[1]];
  context.drawImage(bitmap, left * x, top * y, width * x, height * y, 0, 0, 1, 1);
}
