import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { DisplayArea } from "#shop/designs/draw/display-list.ts";
import { dpiOfWidth, toPng } from "#shop/designs/draw/to-png.server.ts";
import { toSvg } from "#shop/designs/draw/to-svg.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { slugWidth, toPdf } from "#shop/designs/print/to-pdf.server.ts";
import type { Typeface } from "#shop/designs/text/typeface.ts";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { openEngine, otherEngines } from "#tests/support/browser/other-engine.ts";
import { fontHashes } from "#tests/support/builders/designs.ts";
import { goldenDesigns, goldenPictures } from "#tests/support/builders/golden-designs.ts";
import { comparePixels, type PixelDifference } from "#tests/support/oracles/compare-pixels.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { drawGolden, hashGoldens } from "./draw-golden.ts";
import goldens from "./goldens.json" with { type: "json" };
import { serveSources } from "./serve-sources.ts";

const fonts = await loadFonts();
const files = await goldenPictures();
/** `npm run verify` compares the pixels of all, `npm test` those of every tenth. */
const compared = goldenDesigns.filter((_, index) => isWholeRun || index % 10 === 2);
/** All designs on a busy machine. */
const long = { timeout: 120_000 };
const poppler = "/usr/bin/pdftoppm";

function areaOf(name: string): DisplayArea {
  const design = goldenDesigns.find((golden) => golden.name === name);
  const area = design && drawGolden(design, fonts).list.sides[0]?.areas[0];
  if (!area) throw new Error(`There is no design ${name}`);
  return area;
}

function expectAgreement(name: string, { mean, far, awayFromEdges }: PixelDifference): void {
  expect.soft(mean, `${name}: mean of 255`).toBeLessThanOrEqual(0.6);
  expect.soft(far, `${name}: share of pixels beyond 32`).toBeLessThanOrEqual(0.004);
  expect.soft(awayFromEdges, `${name}: pixels away from edges`).toBe(0);
}

test("at least 60 designs draw the pinned display lists in Node", async () => {
  expect(goldenDesigns.length).toBeGreaterThanOrEqual(60);
  expect(await hashGoldens(goldenDesigns, fonts)).toEqual(goldens);
});

/** Each needs seconds to start. */
const engines = otherEngines.filter(({ isInstalled }) => isWholeRun && isInstalled);
test.each(engines)("$engine draws the same bytes of every design", long, async ({ engine }) => {
  const served = await serveSources(goldenDesigns);
  const page = await openEngine(engine);
  await page.goto(served.url);
  expect(await served.hashes).toEqual(goldens);
  await page.close();
  served.close();
});

describe.runIf(hasBrowser)("in Chromium", () => {
  const chromium = useChromium({ showsPictures: true });

  test("it draws the same bytes of every design", async () => {
    const served = await serveSources(goldenDesigns);
    const { page } = await chromium.open();
    await page.goto(served.url);
    expect(await served.hashes).toEqual(goldens);
    served.close();
  });

  test("the picture of the server agrees at 1,200 pixels", long, async () => {
    const { page } = await chromium.open({ width: 1200 });
    await page.setViewportSize({ width: 1200, height: 1100 });
    const hrefs = new Map(
      [...files].map(([name, bytes]) => [
        name,
        `data:image/${bytes[0] === 0xff ? "jpeg" : "png"};base64,${bytes.toString("base64")}`,
      ]),
    );
    for (const { name } of compared) {
      const area = areaOf(name);
      const png = await toPng(area, { files, dpi: dpiOfWidth(area, 1200), body: "#ffffff" });
      const size = { width: 1200, height: png.readUInt32BE(20) };
      const pictureHref = (asset: string) => hrefs.get(asset) ?? null;
      const svg = toSvg(area, { pictureHref, body: "#ffffff", size });
      await page.setContent(`<body style="margin:0">${svg}</body>`);
      const shot = await page.screenshot({ clip: { x: 0, y: 0, ...size } });
      expectAgreement(name, await comparePixels(png, shot));
    }
  });
});

test.runIf(existsSync(poppler))("the PDF agrees with the server's picture", long, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-pdf-"));
  // 254 dots an inch are 10 pixels a millimetre, so that the trim begins at a whole pixel.
  const dpi = 254;
  // The reader moves the edges of pictures to whole pixels, by up to one; our file has them where they are. Of pictures that
  // are enlarged, as a small drawing below a photograph, that alone was more than the bound: 0.0045 of 0.004, and 0.0027 so.
  const finer = 2;
  const file = path.join(folder, "print.pdf");
  for (const { name } of compared) {
    const area = areaOf(name);
    await writeFile(file, await toPdf({ process: "dtf", pages: [{ area }], files, title: name }));
    const per = 10 * finer;
    const start = String((area.bleed + slugWidth) * per);
    const part = ["-x", start, "-y", start, "-W", String(area.w * per), "-H", String(area.h * per)];
    const args = [
      ...["-r", String(dpi * finer), ...part, "-png", "-singlefile", file],
      path.join(folder, "out"),
    ];
    await promisify(execFile)(poppler, args);
    const print = await sharp(path.join(folder, "out.png"))
      .resize({ width: area.w * 10, kernel: "linear" })
      .png()
      .toBuffer();
    const png = await toPng(area, { files, dpi, box: "trim", body: "#ffffff", forPrint: true });
    expectAgreement(name, await comparePixels(png, print));
  }
  await rm(folder, { recursive: true });
});

const moved = (area: DisplayArea, by: number): DisplayArea => ({
  ...area,
  items: area.items.map((item) =>
    item.kind === "path"
      ? {
          ...item,
          path: item.path.replace(
            /([MLQC ])(-?[\d.]+) (-?[\d.]+)/g,
            (_, op, x, y) => `${op}${Number(x) + by} ${y}`,
          ),
        }
      : item,
  ),
});

test.each([
  ["a shift of 1 mm", (area: DisplayArea) => moved(area, 1)],
  ["a lost layer", (area: DisplayArea) => ({ ...area, items: area.items.slice(1) })],
])("%s does not agree", async (_, broken) => {
  const area = areaOf("font anton-400");
  const options = { files, dpi: dpiOfWidth(area, 1200), body: "#ffffff" };
  const { mean, far, awayFromEdges } = await comparePixels(
    await toPng(area, options),
    await toPng(broken(area), options),
  );
  expect(mean).toBeGreaterThan(0.6);
  expect(far).toBeGreaterThan(0.004);
  expect(awayFromEdges).toBeGreaterThan(0);
});

test("a swapped font file changes the pinned display list", async () => {
  const swapped = new Map(fonts).set(fontHash("anton-400"), faceOf("bebas-neue-400"));
  const designs = goldenDesigns.filter(({ name }) => name === "font anton-400");
  expect(await hashGoldens(designs, fonts)).toEqual({
    "font anton-400": goldens["font anton-400"],
  });
  expect(await hashGoldens(designs, swapped)).not.toEqual(await hashGoldens(designs, fonts));
});

function fontHash(id: string): string {
  return fontHashes[id] ?? "";
}

function faceOf(id: string): Typeface {
  const face = fonts.get(fontHash(id));
  if (!face) throw new Error(`There is no font ${id}`);
  return face;
}
