/*
 * A small valid CMYK output profile (ICC.1, `mft1` tables) with answers that are known exactly: lightness alone decides,
 * as a printer without colour would. Of a lightness L of 0 to 1 it prints (1 − L) times 100 % cyan, 50 % magenta and 25 %
 * yellow, without key; and inks look as light as (1 − c) × (1 − k).
 */

const white = [0.9642, 1, 0.8249] as const;

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const kind = (name: string) => Buffer.from(`${name}\0\0\0\0`, "latin1");

/** An 8-bit table on a grid; its numbers are shares of 0 to 1. */
function table(
  inputs: number,
  grid: number,
  colour: (place: readonly number[]) => number[],
): Buffer {
  const points: number[] = [];
  for (let index = 0; index < grid ** inputs; index++) {
    const place = Array.from(
      { length: inputs },
      (_, axis) => (Math.floor(index / grid ** (inputs - 1 - axis)) % grid) / (grid - 1),
    );
    points.push(...colour(place).map((share) => Math.round(Math.min(1, Math.max(0, share)) * 255)));
  }
  const outputs = points.length / grid ** inputs;
  const ramp = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  return Buffer.concat([
    kind("mft1"),
    Buffer.from([inputs, outputs, grid, 0]),
    ...[1, 0, 0, 0, 1, 0, 0, 0, 1].map(fixed),
    ...Array.from({ length: inputs }, () => ramp),
    Buffer.from(points),
    ...Array.from({ length: outputs }, () => ramp),
  ]);
}

/** The neutral of 8-bit Lab. */
const neutral = 128 / 255;

/** @param overrides parts of the header, to make profiles that are refused */
export function iccProfile({
  name = "Mesin Uji",
  profileClass = "prtr",
  space = "CMYK",
  leaves = "",
  bytes = 0,
}: {
  name?: string;
  profileClass?: string;
  space?: string;
  /** A table that is missing. */
  leaves?: string;
  /** Makes it at least as large, by a table that nobody reads. */
  bytes?: number;
} = {}): Buffer {
  const description = Buffer.concat([
    kind("desc"),
    u32(name.length + 1),
    Buffer.from(`${name}\0`, "latin1"),
    Buffer.alloc(78),
  ]);
  const toLab = table(4, 2, ([c = 0, _m, _y, k = 0]) => [(1 - c) * (1 - k), neutral, neutral]);
  const toInks = table(3, 2, ([l = 0]) => [1 - l, 0.5 * (1 - l), 0.25 * (1 - l), 0]);
  const tags = [
    ["desc", description],
    ["cprt", Buffer.concat([kind("text"), Buffer.from("none\0")])],
    ["wtpt", Buffer.concat([kind("XYZ "), ...white.map(fixed)])],
    ...(bytes > 0 ? [["ABCD", Buffer.concat([kind("data"), Buffer.alloc(bytes)])]] : []),
    ["A2B0", toLab],
    ["B2A0", toInks],
  ].filter(([tag]) => tag !== leaves) as [string, Buffer][];
  let from = 132 + 12 * tags.length;
  const index: Buffer[] = [u32(tags.length)];
  const data: Buffer[] = [];
  for (const [tag, bytes] of tags) {
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    index.push(Buffer.from(tag), u32(from), u32(bytes.length));
    data.push(padded);
    from += padded.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(from, 0);
  header.writeUInt32BE(0x02400000, 8);
  header.write(`${profileClass}${space}Lab `, 12, "latin1");
  for (const [place, value] of [2026, 1, 1].entries()) header.writeUInt16BE(value, 24 + 2 * place);
  header.write("acsp", 36, "latin1");
  for (const [place, value] of white.entries()) fixed(value).copy(header, 68 + 4 * place);
  return Buffer.concat([header, ...index, ...data]);
}
