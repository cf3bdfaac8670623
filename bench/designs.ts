import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import sharp from "sharp";
import { channels } from "#shop/designs/colour/colour.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { displayHash } from "#shop/designs/draw/display-list.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { dpiOfWidth, toPng } from "#shop/designs/draw/to-png.server.ts";
import { toSvg } from "#shop/designs/draw/to-svg.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { createArtwork } from "#shop/designs/mockups/artwork.ts";
import { decodeKit } from "#shop/designs/mockups/decode-kit.server.ts";
import { artworkWidth } from "#shop/designs/mockups/kit.ts";
import { warp } from "#shop/designs/mockups/warp.ts";
import { toPdf } from "#shop/designs/print/to-pdf.server.ts";
import { documentOf, sampleDocument, sampleSpec, specOf } from "#tests/support/builders/designs.ts";

/*
 * The times of the renderer of personalised goods: `node bench/designs.ts`; one JSON line. The A3 print runs in a
 * process of its own, so that its memory is its own.
 */

const previews = 400;
const asset = "a".repeat(64);

const quantile = (values: readonly number[], share: number) =>
  Number((values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(1));

const text = (index: number, words: string, font: string) => ({
  id: `words-${index}`,
  kind: "text",
  text: words,
  font,
  size: 14,
  min: 4,
  fit: "shrink",
  colour: "#14183a",
  x: 114.3,
  y: 25 + index * 25,
  w: 90,
  h: 20,
});
const mug = specOf(sampleSpec({ w: 228.6, h: 88.9 }));

/** A mug with a name, a line below and a frame: what the quick form draws at each letter. */
async function preview(name: string): Promise<number> {
  const start = performance.now();
  const frame = { id: "frame", kind: "shape", shape: "heart", fill: "#cc0033" };
  const read = readDocument(
    sampleDocument([
      { ...frame, x: 30, y: 44, w: 40, h: 40 },
      text(0, name, "pacifico-400"),
      text(1, "Selamat ulang tahun ke-17", "poppins-600"),
    ]),
  );
  if (!read.ok) throw new Error(read.problem.code);
  const { list } = drawDocument({ document: read.value, spec: mug, fonts: await loadFonts() });
  const [area] = list.sides[0]?.areas ?? [];
  if (area) toSvg(area, { pictureHref: () => null });
  await displayHash(list);
  return performance.now() - start;
}

const names = ["Rani", "Bartholomeus Adi", "Siti Nurhaliza", "Budi & Ani", "Ayu 2026"];

/** A photograph of noise and gradients with so many pixels, as a camera's JPEG. */
async function photograph(width: number, height: number): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: Math.ceil(width / 4),
      height: Math.ceil(height / 4),
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 40 },
      background: "#808080",
    },
  })
    .png()
    .toBuffer();
  return sharp(noise)
    .resize({ width, height, fit: "fill" })
    .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

async function areaOf(layers: object[], area: object, size: { w: number; h: number }) {
  const spec = specOf(sampleSpec(area));
  const document = documentOf(sampleDocument(layers, { assets: { [asset]: size } }));
  const drawn = drawDocument({ document, spec, fonts: await loadFonts() });
  const [found] = drawn.list.sides[0]?.areas ?? [];
  if (!found) throw new Error("There is no area");
  return found;
}

async function proof(): Promise<number> {
  const files = new Map([[asset, await photograph(3000, 2000)]]);
  const layers = [
    { id: "photo", kind: "image", asset, x: 50, y: 44, w: 90, h: 60, angle: 4 },
    { ...text(1, "Pantai Parangtritis", "caveat-700"), y: 70 },
  ];
  const area = await areaOf(layers, { w: 228.6, h: 88.9 }, { w: 3000, h: 2000 });
  const times: number[] = [];
  for (let run = 0; run < 9; run++) {
    const start = performance.now();
    await toPng(area, { files, dpi: dpiOfWidth(area, 1_600), body: "#ffffff" });
    times.push(performance.now() - start);
  }
  return quantile(times, 0.5);
}

const mockups = path.join(import.meta.dirname, "..", "shop", "designs", "mockups", "reference");
const kits = path.join(import.meta.dirname, "..", "db", "seed", "kits");

/** A mug with print all round, from the pixels of its artwork to those of the mock-up: on the clock, and of the processor. */
async function mockup(size: number): Promise<{ ms: number; cpu_ms: number }> {
  const file = await readFile(path.join(kits, `mug-tengah.${size}.kit`));
  const kit = await decodeKit(new Uint8Array(file));
  const { data, info } = await sharp(path.join(mockups, "artwork.webp"))
    .ensureAlpha()
    .resize({ width: artworkWidth(kit) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const times: number[] = [];
  const cpu: number[] = [];
  for (let run = 0; run < 15; run++) {
    const start = performance.now();
    const used = process.cpuUsage();
    warp(kit, createArtwork({ data, channels: 4 }, info.width, info.height), channels("#f3c9d1"));
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1_000);
  }
  return { ms: quantile(times, 0.5), cpu_ms: quantile(cpu, 0.5) };
}

/** 20 megapixels. */
const posterPixels = { width: 3_872, height: 5_184 };

/** A poster of A3 with 3 mm bleed and a cropped photograph of 20 megapixels, which is compressed again. */
async function poster(file: string, crop: boolean) {
  const { width: w, height: h } = posterPixels;
  const files = new Map([[asset, await readFile(file)]]);
  const layers = [
    {
      id: "photo",
      kind: "image",
      asset,
      x: 148.5,
      y: 210,
      w: 303,
      h: 426,
      ...(crop ? { crop: { x: 0.02, y: 0, w: 0.952, h: 1 } } : {}),
    },
    { ...text(1, "Parangtritis 2026", "anton-400"), x: 148.5, y: 380, w: 250, size: 40 },
  ];
  const area = await areaOf(layers, { w: 297, h: 420, bleed: 3 }, { w, h });
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const pdf = await toPdf({ process: "offset", pages: [{ area }], files, title: "Poster" });
  const ms = Math.round(performance.now() - start);
  const peak = process.resourceUsage().maxRSS * 1024;
  return {
    ms,
    peak_mb: toMegabytes(peak),
    before_mb: toMegabytes(before),
    pdf_mb: toMegabytes(pdf.length),
  };
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1e6);

if (process.argv[2] === "poster") {
  const [, , , file = "", crop] = process.argv;
  console.log(JSON.stringify(await poster(file, crop === "crop")));
} else {
  const start = performance.now();
  await loadFonts();
  const fontsMs = Math.round(performance.now() - start);
  for (let run = 0; run < 50; run++) await preview(names[run % names.length] ?? "");
  const times: number[] = [];
  for (let run = 0; run < previews; run++)
    times.push(await preview(`${names[run % names.length]} ${run % 10}`));
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-designs-"));
  const file = path.join(folder, "photograph.jpg");
  await writeFile(file, await photograph(posterPixels.width, posterPixels.height));
  const child = (...more: string[]) => {
    const args = [import.meta.filename, "poster", file, ...more];
    return JSON.parse(execFileSync(process.execPath, args).toString());
  };
  console.log(
    JSON.stringify({
      open_fonts_ms: fontsMs,
      preview_ms: { p50: quantile(times, 0.5), p95: quantile(times, 0.95), at_most: 15 },
      proof_1600_ms: { p50: await proof(), at_most: 400 },
      mockup_ms: { at_640: await mockup(640), at_960: await mockup(960), at_most_960: 120 },
      a3_pdf: { whole: child(), cropped: child("crop"), at_most: { ms: 1_500, mb: 250 } },
    }),
  );
  await rm(folder, { recursive: true });
}
