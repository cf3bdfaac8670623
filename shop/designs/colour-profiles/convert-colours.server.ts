import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import { channels } from "#shop/designs/colour/colour.ts";
import { visibleShift } from "./printed-look.ts";

/** Cyan, magenta, yellow and key in per cent, as pdfkit takes them. */
export type Inks = readonly [number, number, number, number];

/** A profile as a file, which libvips reads. It lives as long as the work. */
export async function withProfileFile<T>(
  icc: Buffer,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-profile-"));
  try {
    const file = path.join(folder, "printer.icc");
    await writeFile(file, icc);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Whether the colour engine converts by a profile, and not by one of its own instead.
 * @throws the refusal of the engine; TooMuchImageWork
 */
export async function isUsableProfile(icc: Buffer): Promise<boolean> {
  return inTurn(() =>
    withProfileFile(icc, async (file) => {
      const row = rowOf(["#ffffff", "#000000", "#cc3366"]).withIccProfile(file);
      const made = await sharp(await row.tiff().toBuffer()).metadata();
      const [seen] = await printedColours(["#ffffff"], file);
      return made.space === "cmyk" && made.icc?.equals(icc) === true && seen !== undefined;
    }),
  );
}

/**
 * Converts sRGB by a profile; the result has no copy of it. Without `toColourspace("cmyk")`, which would print by the generic
 * profile inside libvips first.
 */
export const toPlates = (picture: Sharp, file: string): Sharp =>
  picture.withIccProfile(file, { attach: false });

/** What the plates print of each colour, by a table from the profile itself. @param hexes colours as #rrggbb */
export async function inksOfColours(
  hexes: readonly string[],
  file: string,
): Promise<ReadonlyMap<string, Inks>> {
  const own = [...new Set(hexes)];
  if (own.length === 0) return new Map();
  const plates = await toPlates(rowOf(own), file).raw({ depth: "uchar" }).toBuffer();
  return new Map(
    own.map((hex, index) => {
      const share = (plate: number) =>
        Math.round(((plates[index * 4 + plate] ?? 0) * 1000) / 255) / 10;
      return [hex, [share(0), share(1), share(2), share(3)]] as const;
    }),
  );
}

/** A colour, and how it looks once the profile has printed it. */
export interface PrintedColour {
  readonly hex: string;
  readonly printed: string;
  /** The printer cannot reach it: it looks clearly different. */
  readonly isShifted: boolean;
}

/** @param hexes colours as #rrggbb */
export async function printedColours(
  hexes: readonly string[],
  file: string,
): Promise<readonly PrintedColour[]> {
  const own = [...new Set(hexes)];
  if (own.length === 0) return [];
  const seenRow = await afterPrint(rowOf(own), file);
  const printed = await seenRow.removeAlpha().raw({ depth: "uchar" }).toBuffer();
  const lab = async (pixels: Buffer) => {
    const row = sharp(pixels, { raw: { width: own.length, height: 1, channels: 3 } });
    return new Float32Array(
      (await row.toColourspace("lab").raw({ depth: "float" }).toBuffer()).buffer,
    );
  };
  const [asked, seen] = [await lab(pixelsOf(own)), await lab(printed)];
  return own.map((hex, index) => {
    const at = (values: ArrayLike<number>) => [0, 1, 2].map((n) => values[index * 3 + n] ?? 0);
    const other = at(seen);
    const shift = Math.hypot(...at(asked).map((value, n) => value - (other[n] ?? 0)));
    const shown = at(printed).map((value) => value.toString(16).padStart(2, "0"));
    return { hex, printed: `#${shown.join("")}`, isShifted: shift > visibleShift };
  });
}

/** The round trip: how a picture looks once the profile has printed it, in sRGB; it keeps its alpha. */
export async function printedPicture(picture: Buffer, file: string): Promise<Buffer> {
  const { hasAlpha } = await sharp(picture).metadata();
  const flat = await afterPrint(sharp(picture).removeAlpha(), file);
  const seen = sharp(await flat.removeAlpha().png().toBuffer());
  if (!hasAlpha) return seen.webp({ quality: 85 }).toBuffer();
  const alpha = await sharp(picture).extractChannel("alpha").png().toBuffer();
  return seen.joinChannel(alpha).webp({ quality: 85 }).toBuffer();
}

/** The profile goes along in between, so that the way back is its own. */
async function afterPrint(picture: Sharp, file: string): Promise<Sharp> {
  const plates = picture.withIccProfile(file);
  return sharp(await plates.tiff({ compression: "none" }).toBuffer()).toColourspace("srgb");
}

function pixelsOf(hexes: readonly string[]): Buffer {
  return Buffer.from(hexes.flatMap(channels));
}

const rowOf = (hexes: readonly string[]): Sharp =>
  sharp(pixelsOf(hexes), { raw: { width: hexes.length, height: 1, channels: 3 } });
