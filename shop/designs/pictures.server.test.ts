import sharp from "sharp";
import { expect, test } from "vitest";
import { drawSample } from "#tests/support/builders/designs.ts";
import { samplePhotograph } from "#tests/support/builders/golden-designs.ts";
import { pdfPictures } from "#tests/support/oracles/read-pdf.ts";
import { displayText } from "./draw/display-list.ts";
import { printThumbnail } from "./draw/print-thumbnail.server.ts";
import { toPng } from "./draw/to-png.server.ts";
import { toPdf } from "./print/to-pdf.server.ts";

const asset = "c".repeat(64);
const photograph = await samplePhotograph(900, 600);
const files = new Map([[asset, photograph]]);

async function areaWith(image: object, area: object = {}) {
  const layer = { id: "photo", kind: "image", asset, x: 50, y: 40, w: 60, h: 40, ...image };
  const { list } = await drawSample({
    layers: [layer],
    area,
    document: { assets: { [asset]: { w: 900, h: 600 } } },
  });
  const [drawn] = list.sides[0]?.areas ?? [];
  if (!drawn) throw new Error(displayText(list));
  return drawn;
}

const print = async (image: object, area?: object) =>
  toPdf({ process: "dtf", pages: [{ area: await areaWith(image, area) }], files, title: "Foto" });

test("a picture that is wholly visible goes into the PDF byte for byte", async () => {
  const pdf = await print({});
  expect(pdfPictures(pdf)).toEqual([{ width: 900, height: 600, filter: "DCTDecode" }]);
  expect(pdf.includes(photograph)).toBe(true);
});

test("a cropped picture has the pixels of its crop, not resampled", async () => {
  const pdf = await print({ crop: { x: 0.1, y: 0.25, w: 0.5, h: 0.5 } });
  expect(pdfPictures(pdf)).toEqual([{ width: 450, height: 300, filter: "DCTDecode" }]);
  expect(pdf.includes(photograph)).toBe(false);
});

test("a picture finer than twice the target is reduced to that", async () => {
  const pdf = await print({ w: 30, h: 20 }, { dpi: { target: 100, min: 80, floor: 60 } });
  expect(pdfPictures(pdf)).toEqual([{ width: 237, height: 158, filter: "DCTDecode" }]);
});

test("a picture on two pages stands in the file once", async () => {
  const area = await areaWith({});
  const pages = [{ area }, { area }];
  expect(pdfPictures(await toPdf({ process: "dtf", pages, files, title: "Dua" }))).toHaveLength(1);
});

test("alpha goes into the PDF as a soft mask", async () => {
  const png = await sharp({
    create: { width: 900, height: 600, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
  })
    .png()
    .toBuffer();
  const area = await areaWith({});
  const alpha = new Map([[asset, png]]);
  const pdf = await toPdf({ process: "dtf", pages: [{ area }], files: alpha, title: "Alfa" });
  expect(pdf.toString("latin1")).toMatch(/\/SMask \d+ 0 R/);
  expect(pdfPictures(pdf)).toHaveLength(2);
});

test.each([
  ["missing", new Map(), "is missing"],
  ["another", new Map([[asset, await samplePhotograph(300, 200)]]), "300 × 200"],
])("a %s picture stops the print", async (_, wrong, message) => {
  const area = await areaWith({});
  const input = { process: "dtf" as const, pages: [{ area }], files: wrong, title: "Salah" };
  await expect(toPdf(input)).rejects.toThrow(message);
  await expect(toPng(area, { files: wrong, dpi: 72 })).rejects.toThrow(message);
});

test("the PNG for print has its size, alpha, resolution and colour space, and is mirrored", async () => {
  const area = await areaWith({ x: 20, w: 30, h: 20 }, { mirror: true });
  const png = await toPng(area, { files, dpi: 150, forPrint: true });
  const { width, height, density, hasAlpha } = await sharp(png).metadata();
  expect({ width, height, density, hasAlpha }).toEqual({
    width: 591,
    height: 472,
    density: 150,
    hasAlpha: true,
  });
  expect(png.includes("sRGB")).toBe(true);
  const alphaAt = async (left: number) => {
    const part = sharp(png).extract({ left, top: 236, width: 1, height: 1 });
    return (await part.raw().toBuffer())[3];
  };
  // 20 mm from the left are 80 mm from the left in the mirror.
  expect(await alphaAt(118)).toBe(0);
  expect(await alphaAt(472)).toBe(255);
});

test("a raster beyond 10,000 pixels is refused", async () => {
  const area = await areaWith({}, { w: 2000, h: 1000 });
  await expect(toPng(area, { files, dpi: 300 })).rejects.toThrow(RangeError);
});

test("the picture on papers shows uploaded photographs, around what is printed", async () => {
  const area = await areaWith({});
  const list = { v: 1, process: "dtf", sides: [{ id: "front", areas: [area] }] } as const;
  const png = await printThumbnail(list, files, { body: "#ffffff", side: 480 });
  const { width, height } = await sharp(png).metadata();
  expect([width, height]).toEqual([480, 480]);
  const meanOf = async (image: Buffer) =>
    (await sharp(image).stats()).channels.map(({ mean }) => Math.round(mean));
  // 60 of 76 mm are the photograph, the rest is paper.
  const middle = await sharp(png)
    .extract({ left: 80, top: 140, width: 320, height: 200 })
    .toBuffer();
  const [expected, shown] = [await meanOf(photograph), await meanOf(middle)];
  for (const [channel, mean] of expected.entries()) {
    expect(Math.abs(mean - (shown[channel] ?? 0))).toBeLessThan(25);
  }
  const onDark = await printThumbnail(list, files, { body: "#14183a", side: 480 });
  const edge = await sharp(onDark).extract({ left: 0, top: 0, width: 20, height: 20 }).toBuffer();
  expect(await meanOf(edge)).toEqual([0x14, 0x18, 0x3a]);
  const corner = await sharp(png).extract({ left: 0, top: 0, width: 20, height: 20 }).toBuffer();
  expect(await meanOf(corner)).toEqual([255, 255, 255]);
});
