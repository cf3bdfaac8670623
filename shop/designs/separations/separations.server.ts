import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { fail, ok, type Result } from "#base/result.ts";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import { contrastOf } from "#shop/designs/colour/colour.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import type { DisplayArea } from "#shop/designs/draw/display-list.ts";
import type { PictureFiles } from "#shop/designs/draw/picture-files.server.ts";
import { toPixels } from "#shop/designs/draw/to-png.server.ts";
import { contoursAt, doubleArea, pathOf } from "./contours.ts";
import { type DistanceField, distanceField, grown } from "./distance-field.ts";

/*
 * What a printer needs besides the colours (docs/why/designs.md): where white ink lies below them, and where a cutter goes. Paths
 * are in millimetres from the area's upper left trim corner.
 */

/** White ink stays so far inside of the colours, so that it shows nowhere when the plates do not meet. */
export const chokeMm = 0.2;
/** A contour goes so far round the design. */
export const contourMm = 2;
/** The least radius that a cutter follows cleanly. */
export const leastRadiusMm = 3;
/** Nearer than this to the design a smoothed contour is refused. */
const leastMarginMm = 1;
/** Room for the steps of smoothing around an area. */
const roomMm = contourMm + 2 * leastRadiusMm;

const finestPixelMm = 0.1;
/**
 * White follows letters, so it needs fine pixels; more would take too much memory, 13 bytes each. A contour is smooth, and
 * is looked for six times while a buyer waits.
 */
const maxPixels = { white: 5_000_000, contour: 1_500_000 };
/** Against white: goods that are darker than a light grey need white below colours. */
const leastDark = 2;

export type CutProblem = "cut_islands" | "cut_too_thin";

export interface Separations {
  /** Empty where none is printed. */
  readonly white: string;
  /** Empty where nothing is cut. */
  readonly cut: string;
}

interface Separated {
  readonly area: DisplayArea;
  /** Of the print specification. */
  readonly spec: Pick<SpecArea, "underbase" | "cut">;
  /** Colour of the goods as #rrggbb; null where the shop does not say, which counts as light. */
  readonly body: string | null;
  readonly files: PictureFiles;
}

/** Whether white ink lies below the colours of an area. */
export function hasWhite({ underbase }: Pick<SpecArea, "underbase">, body: string | null): boolean {
  if (underbase !== "auto") return underbase === "full";
  return body !== null && contrastOf(body, "#ffffff") >= leastDark;
}

/** By all that a drawing depends on: proofs and files ask for the same ones. */
const known = new LRUCache<string, Promise<Result<string, CutProblem>>>({ max: 200 });

function once(
  kind: "white" | "contour",
  area: DisplayArea,
  draw: () => Promise<Result<string, CutProblem>>,
): Promise<Result<string, CutProblem>> {
  const key = `${kind} ${createHash("sha256").update(JSON.stringify(area)).digest("base64")}`;
  const found = known.get(key);
  if (found) return found;
  const drawing = inTurn(draw);
  known.set(key, drawing);
  drawing.catch(() => known.delete(key));
  return drawing;
}

/**
 * The separations of an area.
 * @returns why its contour cannot be cut
 * @throws TooMuchImageWork, PictureMismatch
 */
export async function separationsOf(input: Separated): Promise<Result<Separations, CutProblem>> {
  const { area, spec, body, files } = input;
  if (area.items.length === 0) return ok({ white: "", cut: "" });
  const white = hasWhite(spec, body)
    ? await once("white", area, () => drawWhite(area, files))
    : ok("");
  if (!white.ok) return white;
  const cut = await cutOf(area, spec.cut, files);
  return cut.ok ? ok({ white: white.value, cut: cut.value }) : cut;
}

/** Where the cutter goes; empty where it does not. @throws TooMuchImageWork, PictureMismatch */
export async function cutOf(
  area: DisplayArea,
  cut: SpecArea["cut"],
  files: PictureFiles,
): Promise<Result<string, CutProblem>> {
  if (cut === "none" || area.items.length === 0) return ok("");
  if (cut === "area") return ok([area.trim, ...area.holes].join(""));
  return once("contour", area, () => drawContour(area, files));
}

async function drawWhite(
  area: DisplayArea,
  files: PictureFiles,
): Promise<Result<string, CutProblem>> {
  const { coverage, width, height, pixel } = await coverageOf(area, files, maxPixels.white);
  const field = distanceField(coverage, width, height, pixel);
  await setImmediate();
  return ok(pathOf(contoursAt(field, chokeMm), -area.bleed));
}

/**
 * The design and the room round it, up to the trim, without corners of a smaller radius than a cutter follows: grown and
 * shrunk again it has no narrow bay, shrunk and grown again no narrow cape.
 */
async function drawContour(
  area: DisplayArea,
  files: PictureFiles,
): Promise<Result<string, CutProblem>> {
  const raster = await coverageOf(area, files, maxPixels.contour);
  const { coverage: art, width, height, pixel, padding } = padded(raster);
  const trim = await coverageOfTrim(area, raster);
  const fieldOf = async (coverage: Uint8Array): Promise<DistanceField> => {
    await setImmediate();
    return distanceField(coverage, width, height, pixel);
  };
  const round = grown(await fieldOf(art), contourMm);
  for (let at = 0; at < round.length; at++)
    round[at] = Math.min(round[at] as number, trim[at] as number);
  const closing = grown(await fieldOf(round), leastRadiusMm);
  const opening = await fieldOf(grown(await fieldOf(closing), -2 * leastRadiusMm));
  const lines = contoursAt(opening, -leastRadiusMm).filter((line) => doubleArea(line) > 0);
  if (lines.length !== 1) return fail("cut_islands");
  // Art that goes over the trim is cut there; all other keeps its distance.
  const inside = await fieldOf(trim);
  for (let at = 0; at < art.length; at++)
    if (
      (art[at] as number) > 127 &&
      (inside.distances[at] as number) > leastRadiusMm &&
      (opening.distances[at] as number) + leastRadiusMm < leastMarginMm
    )
      return fail("cut_too_thin");
  return ok(pathOf(lines, -area.bleed - padding * pixel));
}

interface Raster {
  readonly coverage: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Millimetres of a pixel's side. */
  readonly pixel: number;
}

/** How much of each pixel up to the bleed is printed: the alpha of the design. */
async function coverageOf(area: DisplayArea, files: PictureFiles, most: number): Promise<Raster> {
  const [wide, high] = [area.w + 2 * area.bleed, area.h + 2 * area.bleed];
  const room = (wide + 2 * roomMm) * (high + 2 * roomMm);
  const dpi = 25.4 / Math.max(finestPixelMm, Math.sqrt(room / most));
  const { data, width, height } = await toPixels(area, { files, dpi });
  const coverage = new Uint8Array(width * height);
  for (let at = 0; at < coverage.length; at++) coverage[at] = data[4 * at + 3] as number;
  return { coverage, width, height, pixel: wide / width };
}

/** A raster with the room for smoothing around it. */
function padded({ coverage, width, height, pixel }: Raster): Raster & { readonly padding: number } {
  const padding = Math.ceil(roomMm / pixel);
  const [wide, high] = [width + 2 * padding, height + 2 * padding];
  const larger = new Uint8Array(wide * high);
  for (let row = 0; row < height; row++)
    larger.set(coverage.subarray(row * width, (row + 1) * width), (row + padding) * wide + padding);
  return { coverage: larger, width: wide, height: high, pixel, padding };
}

/** What is inside of the trim, on a padded raster of the area. */
async function coverageOfTrim(area: DisplayArea, raster: Raster): Promise<Uint8Array> {
  const { w, h, bleed, trim } = area;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${raster.width}" height="${raster.height}"` +
    ` viewBox="${-bleed} ${-bleed} ${w + 2 * bleed} ${h + 2 * bleed}" preserveAspectRatio="none">` +
    `<path d="${trim}"/></svg>`;
  const drawn = sharp(Buffer.from(svg), { unlimited: true, limitInputPixels: false });
  const alpha = await drawn.ensureAlpha().extractChannel("alpha").raw().toBuffer();
  return padded({ ...raster, coverage: new Uint8Array(alpha) }).coverage;
}
