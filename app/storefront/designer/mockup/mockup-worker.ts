import type { DisplayArea } from "#shop/designs/draw/display-list.ts";
import { createArtwork } from "#shop/designs/mockups/artwork.ts";
import {
  artworkWidth,
  createKit,
  type Kit,
  type RawPicture,
  readKitFile,
} from "#shop/designs/mockups/kit.ts";
import { type Rgb, warp } from "#shop/designs/mockups/warp.ts";
import { drawOnCanvas } from "./draw-on-canvas.ts";

/*
 * Draws mock-ups beside the page. The page fetches the files, because a worker has a content security policy of its own, which
 * allows none.
 */

export type MockupMessage =
  | { readonly kind: "kit"; readonly kit: string; readonly bytes: ArrayBuffer }
  | { readonly kind: "picture"; readonly asset: string; readonly file: Blob }
  | {
      readonly kind: "draw";
      readonly id: number;
      readonly kit: string;
      readonly area: DisplayArea;
      readonly body: Rgb;
    };

/** The picture of the drawing with this id, as JPEG; null where it cannot be drawn here. */
export interface MockupAnswer {
  readonly id: number;
  readonly picture: Blob | null;
}

const kits = new Map<string, Promise<Kit>>();
const bitmaps = new Map<string, Promise<ImageBitmap>>();

addEventListener("message", async ({ data }: MessageEvent<MockupMessage>) => {
  if (data.kind === "kit") {
    kits.set(data.kit, openKit(new Uint8Array(data.bytes)));
    return;
  }
  if (data.kind === "picture") {
    bitmaps.set(data.asset, createImageBitmap(data.file));
    return;
  }
  const picture = await draw(data).catch((error: unknown) => {
    console.warn(error);
    return null;
  });
  postMessage({ id: data.id, picture } satisfies MockupAnswer);
});

async function draw({
  kit: name,
  area,
  body,
}: Extract<MockupMessage, { kind: "draw" }>): Promise<Blob> {
  const kit = await kits.get(name);
  if (!kit) throw new Error(`there is no kit ${name}`);
  const ready = await Promise.all(
    [...bitmaps].map(async ([asset, bitmap]) => [asset, await bitmap] as const),
  );
  const { data, width, height } = drawOnCanvas(area, artworkWidth(kit), new Map(ready));
  const pixels = warp(kit, createArtwork({ data, channels: 4 }, width, height), body);
  const canvas = new OffscreenCanvas(kit.size, kit.size);
  canvas.getContext("2d")?.putImageData(new ImageData(pixels, kit.size, kit.size), 0, 0);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
}

async function openKit(bytes: Uint8Array<ArrayBuffer>): Promise<Kit> {
  const { facts, map, light, rest } = readKitFile(bytes);
  const [decodedMap, decodedLight, decodedRest] = await Promise.all([map, light, rest].map(decode));
  if (!decodedMap || !decodedLight || !decodedRest) throw new Error("a kit has three pictures");
  return createKit(facts, { map: decodedMap, light: decodedLight, rest: decodedRest });
}

/** The bytes as they were written: without the colour management of the screen. */
async function decode(file: Uint8Array<ArrayBuffer>): Promise<RawPicture> {
  const bitmap = await createImageBitmap(new Blob([file], { type: "image/webp" }), {
    colorSpaceConversion: "none",
    premultiplyAlpha: "none",
  });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("there is no canvas");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { data: context.getImageData(0, 0, width, height).data, channels: 4 };
}
