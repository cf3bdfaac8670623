import { changed, segment, without, withSegments } from "./jpeg-file.ts";
import { casesOf, noise } from "./upload-case.ts";

/* JPEG files that are wrong inside, each in one way. */

const bytes = (...values: readonly number[]) => Buffer.from(values);
const jpeg = () => noise().jpeg({ quality: 80 }).toBuffer();
const wrong =
  (marker: number, offset: number, ...values: readonly number[]) =>
  async () =>
    changed(await jpeg(), marker, offset, ...values);
const [frame, tables, codes, scan] = [0xc0, 0xdb, 0xc4, 0xda] as const;
export const damagedJpegs = casesOf("JPEG", [
  ["no quantisation", "picture_broken", async () => without(without(await jpeg(), tables), tables)],
  ["no codes", "either", async () => without(await jpeg(), codes)],
  ["no frame", "picture_broken", async () => without(await jpeg(), frame)],
  ["codes that are too many", "picture_broken", wrong(codes, 5, 0xff, 0xff, 0xff)],
  ["a quantisation table that there is not", "either", wrong(tables, 4, 0x0f)],
  ["12 bits", "picture_broken", wrong(frame, 4, 12)],
  ["no channels", "picture_broken", wrong(frame, 9, 0)],
  ["200 channels", "picture_broken", wrong(frame, 9, 200)],
  ["a sampling of nothing", "picture_broken", wrong(frame, 11, 0)],
  ["a sampling of 15", "picture_broken", wrong(frame, 11, 0xff)],
  ["arithmetic codes", "either", wrong(frame, 1, 0xc9)],
  ["a lossless frame", "picture_broken", wrong(frame, 1, 0xc3)],
  ["a hierarchical frame", "picture_broken", wrong(frame, 1, 0xc5)],
  ["a segment of no length", "picture_broken", wrong(tables, 2, 0, 0)],
  ["a segment of one byte", "picture_broken", wrong(tables, 2, 0, 1)],
  ["a segment longer than the file", "picture_broken", wrong(tables, 2, 0xff, 0xff)],
  ["a scan of a channel that there is not", "picture_broken", wrong(scan, 5, 9)],
  [
    "restarts that never come",
    "either",
    async () => withSegments(await jpeg(), segment(0xdd, bytes(0, 1))),
  ],
  [
    "2,000 frames",
    "picture_broken",
    async () => {
      const file = await jpeg();
      const at = file.indexOf(bytes(0xff, frame));
      const one = file.subarray(at, at + 19);
      return Buffer.concat([
        file.subarray(0, at),
        ...Array.from({ length: 2_000 }, () => one),
        file.subarray(at),
      ]);
    },
  ],
  ["2,000 scans", "either", () => manyScans(), "heavy"],
]);

async function manyScans(): Promise<Buffer> {
  const file = await noise(1_000, 1_000).jpeg({ progressive: true }).toBuffer();
  const at = file.lastIndexOf(bytes(0xff, scan));
  const one = file.subarray(at, -2);
  const count = Math.min(2_000, Math.floor(20_000_000 / one.length));
  return Buffer.concat([
    file.subarray(0, at),
    ...Array.from({ length: count }, () => one),
    bytes(0xff, 0xd9),
  ]);
}
