// node photography/encode.ts PICTURES [OUT]
// Turns every PNG in PICTURES into the eight web files and describes it in placeholders.json.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";

interface Placeholder {
  thumbhash: string;
  colour: string;
  width: number;
  height: number;
}

const source = process.argv[2];
const target = process.argv[3] ?? join(import.meta.dirname, "../db/seed/pictures");
if (!source) throw new Error("Say which folder holds the pictures.");
mkdirSync(target, { recursive: true });

const widths = [160, 320, 640, 960];
const index = join(target, "placeholders.json");
let placeholders: Record<string, Placeholder> = {};
try {
  placeholders = JSON.parse(readFileSync(index, "utf8"));
} catch {
  // The first run starts with none.
}

async function placeholder(file: string): Promise<Placeholder> {
  const small = await sharp(file)
    .resize(100, 100)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(small.info.width, small.info.height, small.data);
  const [r = 0, g = 0, b = 0] = await sharp(file).resize(1, 1).removeAlpha().raw().toBuffer();
  const colour = `#${[r, g, b].map((c) => c.toString(16).padStart(2, "0")).join("")}`;
  const { width, height } = await sharp(file).metadata();
  return { thumbhash: Buffer.from(hash).toString("base64"), colour, width, height };
}

const names = readdirSync(source)
  .filter((file) => file.endsWith(".png"))
  .map((file) => file.slice(0, -4))
  .sort();
let bytes = 0;
for (const name of names) {
  const file = join(source, `${name}.png`);
  for (const width of widths) {
    const picture = sharp(file).resize(width, width, { kernel: "lanczos3" }).removeAlpha();
    const stem = join(target, `${name}.${width}`);
    await picture.clone().avif({ quality: 50, effort: 4 }).toFile(`${stem}.avif`);
    await picture.clone().webp({ quality: 72, effort: 5 }).toFile(`${stem}.webp`);
    bytes += statSync(`${stem}.avif`).size + statSync(`${stem}.webp`).size;
  }
  placeholders[name] = await placeholder(file);
}
const sorted = Object.fromEntries(
  Object.entries(placeholders).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(index, `${JSON.stringify(sorted, null, 2)}\n`);
console.log(`${names.length} pictures, ${(bytes / 1e6).toFixed(2)} MB`);
