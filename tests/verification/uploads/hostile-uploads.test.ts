import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readAssetFiles } from "#shop/designs/uploads/asset-files.server.ts";
import { type ConvertedUpload, convertUpload } from "#shop/designs/uploads/convert-upload.ts";
import { takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import { makeGuest } from "#tests/support/builders/guests.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { isWholeRun, shareOf } from "#tests/support/runner/whole-run.ts";
import { secret } from "./camera-metadata.ts";
import { hostileUploads } from "./catalogue.ts";
import { tracesOf } from "./traces-of.ts";
import { flat, type UploadCase } from "./upload-case.ts";
import { watchChildren } from "./watch-children.ts";

/*
 * Each file is refused by its code, or becomes an upright picture in sRGB that tells nothing of anybody. `npm test` decodes the
 * files here and sends a pinned part through the process that uploads are decoded in; `npm run verify` sends all, the heavy
 * ones too, and measures that process.
 */

testDatabase();
testStore();

const refusals = [
  ...["picture_empty", "picture_too_many_bytes", "picture_wrong_type", "picture_animated"],
  ...["picture_too_many_pixels", "picture_too_small", "picture_side_too_long"],
  ...["picture_broken", "picture_too_heavy"],
];

type Kept = Pick<ConvertedUpload, "width" | "height" | "is_converted" | "master" | "preview">;

/** What is wrong with the answer to a file. */
async function faultsOf(
  { expected }: UploadCase,
  answer: { ok: true; value: Kept } | { ok: false; problem: string },
): Promise<readonly unknown[]> {
  if (!answer.ok) {
    const isExpected = expected === "either" || expected === answer.problem;
    return isExpected && refusals.includes(answer.problem) ? [] : [answer.problem];
  }
  const { width, height, is_converted, master, preview } = answer.value;
  const faults: unknown[] = [...tracesOf(master), ...tracesOf(preview)];
  const facts = await sharp(master, { failOn: "warning" }).metadata();
  const isPlain = facts.space === "srgb" && facts.depth === "uchar" && !facts.orientation;
  if (!isPlain || facts.width !== width || facts.height !== height) faults.push(facts);
  const { exif, xmp, iptc, icc } = facts;
  if (exif ?? xmp ?? iptc ?? icc) faults.push("metadata");
  if (expected === "either") return faults;
  const got = { kind: facts.format, size: [width, height], isConverted: is_converted };
  if (typeof expected === "string") return [...faults, got];
  const { corner, ...wanted } = expected;
  if (JSON.stringify(got) !== JSON.stringify(wanted)) faults.push(got);
  const [pixel = []] = corner ? [await cornerOf(master)] : [];
  if (corner?.some((part, index) => Math.abs(part - (pixel[index] ?? -99)) > 8)) faults.push(pixel);
  return faults;
}

async function cornerOf(picture: Buffer): Promise<readonly number[]> {
  const corner = { left: 2, top: 2, width: 1, height: 1 };
  return [...(await sharp(picture).extract(corner).removeAlpha().raw().toBuffer())];
}

test("there are more than 220 files, each with a name of its own", () => {
  expect(new Set(hostileUploads.map(({ name }) => name)).size).toBe(hostileUploads.length);
  expect(hostileUploads.length).toBeGreaterThan(220);
});

test("each file is refused by its code or becomes a clean picture", async () => {
  const found: unknown[] = [];
  for (const one of hostileUploads) {
    // The processes of the whole run decode these.
    if (one.isHeavy) continue;
    const faults = await faultsOf(one, await convertUpload(await one.bytes()));
    if (faults.length > 0) found.push([one.name, ...faults]);
  }
  expect(found).toEqual([]);
}, 120_000);

const maxMegabytes = 512;
/** What a process may hold more between two looks at it. */
const betweenLooks = 128;
const maxSeconds = 25;

test("the process of uploads keeps its bounds, and what is refused leaves nothing", async () => {
  const stored = async () => {
    const [row] = await asSeed()<{ objects: number; assets: number }[]>`
      select (select count(*)::int from storage.objects) as objects,
        (select count(*)::int from design_assets) as assets`;
    return row;
  };
  const found: unknown[] = [];
  let most = { megabytes: 0, name: "" };
  let longest = { seconds: 0, name: "" };
  for (const one of shareOf(hostileUploads, 11, 32)) {
    const bytes = await one.bytes();
    const before = await stored();
    const start = performance.now();
    const ended = watchChildren();
    const taken = await takeUpload(await makeGuest(), bytes, "\0../../etc/passwd", randomUUID());
    const megabytes = ended();
    const seconds = (performance.now() - start) / 1000;
    if (megabytes > most.megabytes) most = { megabytes, name: one.name };
    if (seconds > longest.seconds) longest = { seconds, name: one.name };
    const bound = taken.ok ? maxMegabytes : maxMegabytes + betweenLooks;
    const faults = [...(await faultsOf(one, await withFiles(taken)))];
    if (megabytes > bound) faults.push({ megabytes });
    if (seconds > maxSeconds && isWholeRun) faults.push({ seconds });
    if (!taken.ok && JSON.stringify(await stored()) !== JSON.stringify(before)) faults.push("kept");
    if (faults.length > 0) found.push([one.name, ...faults]);
  }
  expect(found).toEqual([]);
  if (isWholeRun) console.log(JSON.stringify({ files: hostileUploads.length, most, longest }));
  // The next buyer's picture is taken as ever.
  const after = await takeUpload(
    await makeGuest(),
    await flat(60, 40).png().toBuffer(),
    "a.png",
    "last",
  );
  expect(after).toMatchObject({ ok: true, value: { width: 60, height: 40 } });
}, 3_600_000);

/** The answer with the bytes that are stored. */
async function withFiles(taken: Awaited<ReturnType<typeof takeUpload>>) {
  if (!taken.ok) return taken;
  const { sha256 } = taken.value;
  const read = async (which: "master" | "preview") =>
    (await readAssetFiles([sha256], which)).get(sha256) ?? Buffer.alloc(0);
  const value = { ...taken.value, master: await read("master"), preview: await read("preview") };
  return { ok: true as const, value };
}

test("what must not be in a stored file is found in any of its kinds", async () => {
  const told = flat(20, 20).withExif({ IFD0: { Artist: secret } });
  for (const kind of ["jpeg", "png", "webp"] as const) {
    expect(tracesOf(await told.clone().toFormat(kind).toBuffer())).toContain(secret);
    const clean = await flat(20, 20).toFormat(kind).toBuffer();
    expect(tracesOf(clean)).toEqual([]);
    expect(tracesOf(Buffer.concat([clean, Buffer.alloc(1)]))).toEqual(["bytes behind the picture"]);
  }
});
