import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { channels } from "#shop/designs/colour/colour.ts";
import { createArtwork } from "./artwork.ts";
import { decodeKit } from "./decode-kit.server.ts";
import { readKitFile } from "./kit.ts";
import { warp } from "./warp.ts";

/*
 * The reference is what photography/compose.py makes of the same scene, artwork and colour:
 * python3 photography/kit.py --reference SCENES mug-tengah artwork.webp '#f3c9d1' mug-tengah.webp
 */
const folder = path.join(import.meta.dirname, "reference");
const kits = path.join(import.meta.dirname, "..", "..", "..", "db", "seed", "kits");
const body = channels("#f3c9d1");
const reference = sharp(path.join(folder, "mug-tengah.webp"));
const artwork = sharp(path.join(folder, "artwork.webp")).ensureAlpha();
const kitOf = async (size: number) =>
  decodeKit(new Uint8Array(await readFile(path.join(kits, `mug-tengah.${size}.kit`))));

/** Mean difference of 255: of all pixels, and of those with print. */
async function differences(size: number, shiftMm = 0) {
  const kit = await kitOf(size);
  const { data, info } = await artwork.clone().raw().toBuffer({ resolveWithObject: true });
  const shift = Math.round((shiftMm / 228.6) * info.width);
  const { width, height } = info;
  const moved = Buffer.alloc(data.length);
  for (let row = 0; row < height; row++)
    data.copy(moved, 4 * (row * width + shift), 4 * row * width, 4 * (row * width + width - shift));
  const made = warp(kit, createArtwork({ data: moved, channels: 4 }, width, height), body);
  const wanted = await reference.clone().removeAlpha().resize(size, size).raw().toBuffer();
  let [all, printed, pixels] = [0, 0, 0];
  for (let at = 0; at < size * size; at++) {
    let difference = 0;
    for (let channel = 0; channel < 3; channel++)
      difference += Math.abs((made[4 * at + channel] ?? 0) - (wanted[3 * at + channel] ?? 0)) / 3;
    all += difference;
    if ((kit.coverage[at] ?? 0) === 0) continue;
    printed += difference;
    pixels++;
  }
  return { all: all / size ** 2, printed: printed / pixels };
}

test.each([640, 960])("a mock-up of %i pixels is what the photography composes", async (size) => {
  const { all, printed } = await differences(size);
  console.log(`${size}: ${all.toFixed(2)} of 255, where there is print ${printed.toFixed(2)}`);
  expect(all).toBeLessThanOrEqual(2);
  expect(printed).toBeLessThanOrEqual(2);
});

test("a print that lies one millimetre away is found", async () => {
  expect((await differences(960, 1)).printed).toBeGreaterThan(2);
});

test("a cut-off kit, and one whose map a decoder changed, are refused", async () => {
  const bytes = new Uint8Array(await readFile(path.join(kits, "mug-tengah.640.kit")));
  expect(() => readKitFile(bytes.slice(0, -1))).toThrow(RangeError);
  expect(() => readKitFile(bytes.slice(1))).toThrow(RangeError);
  const { facts, map, ...pictures } = readKitFile(bytes);
  const noisy = await sharp(map).linear(1, 40).webp({ lossless: true }).toBuffer();
  const head = { ...facts, bytes: [noisy.length, pictures.light.length, pictures.rest.length] };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const parts = [Buffer.from("KIT1"), length, text, noisy, pictures.light, pictures.rest];
  await expect(decodeKit(new Uint8Array(Buffer.concat(parts)))).rejects.toThrow(RangeError);
});
