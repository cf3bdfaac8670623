import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { colours } from "./colours.ts";
import { cut, mutations } from "./cut-and-changed.ts";
import { damagedJpegs } from "./damaged-jpeg.ts";
import { damagedPngs } from "./damaged-png.ts";
import { damagedOthers } from "./damaged-webp-and-avif.ts";
import { metadata } from "./metadata.ts";
import { notPictures } from "./not-pictures.ts";
import { sizes } from "./sizes.ts";
import type { UploadCase } from "./upload-case.ts";

const seed = Number((isWholeRun && process.env.PROPERTY_SEED) || 20_261_125);

/** Every hostile file. `npm test` leaves out the heavy ones. */
export const hostileUploads: readonly UploadCase[] = [
  ...notPictures,
  ...sizes,
  ...cut,
  ...damagedPngs,
  ...damagedJpegs,
  ...damagedOthers,
  ...metadata,
  ...colours,
  ...mutations(isWholeRun ? 300 : 24, seed),
].filter(({ isHeavy }) => isWholeRun || !isHeavy);
