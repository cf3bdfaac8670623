import sharp from "sharp";
import { expect, test } from "vitest";
import { defaultStorageSettings as settings } from "#backend/storage/context.server.ts";
import { readTransformation } from "#backend/storage/transformation.ts";
import { inTurn, TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { transformImage } from "./transform-image.server.ts";

const wanted = (input: Record<string, unknown>) =>
  readTransformation(input, settings.maxOutputSide);
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#2a7" } });

test.each([
  [{ width: 20, height: 20 }, "20x20"],
  [{ width: 20, height: 20, resize: "contain" }, "20x10"],
  [{ width: 20, height: 20, resize: "fill" }, "20x20"],
  [{ width: 20 }, "20x10"],
  [{ height: 20 }, "40x20"],
  [{ width: 2000 }, "100x50"],
  [{}, "100x50"],
])("%j of 100x50 is %s", async (input, size) => {
  const bytes = await picture(100, 50).png().toBuffer();
  const { bytes: made } = await transformImage(bytes, wanted(input), "origin", settings);
  const { width, height, format } = await sharp(made).metadata();
  expect([`${width}x${height}`, format]).toEqual([size, "png"]);
});

test.each(["jpeg", "webp", "avif", "png"] as const)("becomes %s", async (format) => {
  const bytes = await picture(40, 30).jpeg().toBuffer();
  const made = await transformImage(bytes, wanted({ quality: 40 }), format, settings);
  expect(made.format).toBe(format);
  expect((await sharp(made.bytes).metadata()).format).toBe(format === "avif" ? "heif" : format);
});

test("is rotated upright and has no camera metadata", async () => {
  const bytes = await picture(40, 20)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Make: "Kamera", Copyright: "Rumah" } })
    .toBuffer();
  const { bytes: made } = await transformImage(bytes, wanted({}), "origin", settings);
  const { width, height, exif } = await sharp(made).metadata();
  expect([width, height, exif]).toEqual([20, 40, undefined]);
});

test("a decompression bomb is refused before it is decoded", async () => {
  const bytes = await picture(400, 400).png().toBuffer();
  const small = { ...settings, maxInputPixels: 100_000 };
  const bomb = transformImage(bytes, wanted({ width: 10 }), "origin", small);
  await expect(bomb).rejects.toMatchObject({ code: "EntityTooLarge" });
});

test.each([
  [
    "a vector file",
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  ],
  ["text", "halo"],
  ["nothing", ""],
  ["a document", "%PDF-1.7"],
  ["a broken picture", "\x89PNG\r\n\x1a\n and then nonsense"],
])("%s is no picture", async (_, text) => {
  const work = transformImage(Buffer.from(text, "latin1"), wanted({}), "origin", settings);
  await expect(work).rejects.toMatchObject({ statusCode: "400", code: "InvalidRequest" });
});

test.each([
  { width: 0 },
  { width: 2501 },
  { height: "1e3" },
  { width: "-5" },
  { quality: 19 },
  { quality: 101 },
  { resize: "stretch" },
  { format: "svg" },
])("%j is refused", (input) => {
  expect(() => wanted(input)).toThrow();
});

test("too many transformations at once are refused with 503, and a free slot is passed on", async () => {
  let max = 0;
  let now = 0;
  const work = async () => {
    max = Math.max(max, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
    if (now === 1) throw new Error("one that fails");
  };
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => inTurn(work)));
  const reasons = all.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(reasons.filter((reason) => reason instanceof TooMuchImageWork)).toHaveLength(18);
  expect(max).toBe(2);
  expect(await inTurn(async () => "again")).toBe("again");
});
