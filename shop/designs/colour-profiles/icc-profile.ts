import { fail, ok, type Result } from "#base/result.ts";

/** Processes whose files a profile of the shop's printer may convert (docs/why/designs.md). */
export const profiledProcesses = ["laser", "offset"] as const;
export type ProfiledProcess = (typeof profiledProcesses)[number];

/** Measured profiles of printing houses have up to about three megabytes. */
export const maxProfileBytes = 4 * 1024 * 1024;

export type ProfileProblem =
  | "profile_missing"
  | "profile_too_large"
  /** Not an ICC profile. */
  | "profile_not_icc"
  /** The profile of a monitor, scanner or space instead of a printer. */
  | "profile_not_printer"
  | "profile_not_cmyk"
  /** Cut off, tables that are missing or lie outside of it, or numbers that no colour engine takes. */
  | "profile_damaged";

const headerBytes = 128;
const maxTags = 100;

/**
 * Reads the header and the tables of an output profile (ICC.1:2022, clause 7). Only what has all that a conversion in both
 * directions needs is a profile; nothing in it is trusted before.
 */
export function readProfile(bytes: Buffer): Result<{ readonly name: string }, ProfileProblem> {
  if (bytes.length === 0) return fail("profile_missing");
  if (bytes.length > maxProfileBytes) return fail("profile_too_large");
  if (bytes.length < headerBytes + 4 || textAt(bytes, 36, 4) !== "acsp")
    return fail("profile_not_icc");
  if (textAt(bytes, 12, 4) !== "prtr") return fail("profile_not_printer");
  if (textAt(bytes, 16, 4) !== "CMYK") return fail("profile_not_cmyk");
  const version = bytes.readUInt8(8);
  if (bytes.readUInt32BE(0) !== bytes.length || (version !== 2 && version !== 4))
    return fail("profile_damaged");
  const tags = readTags(bytes);
  const isWhole =
    textAt(bytes, 20, 4) === "Lab " &&
    tags !== undefined &&
    isTable(tags.get("A2B0"), 4, 3) &&
    isTable(tags.get("B2A0"), 3, 4) &&
    tags.has("wtpt");
  return isWhole ? ok({ name: nameOf(tags.get("desc")) }) : fail("profile_damaged");
}

/** @returns undefined where one lies outside of the profile */
function readTags(bytes: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const count = bytes.readUInt32BE(headerBytes);
  const end = headerBytes + 4 + count * 12;
  if (count > maxTags || end > bytes.length) return undefined;
  const tags = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    const place = headerBytes + 4 + index * 12;
    const [from, size] = [bytes.readUInt32BE(place + 4), bytes.readUInt32BE(place + 8)];
    if (from < end || size < 8 || from + size > bytes.length) return undefined;
    tags.set(textAt(bytes, place, 4), bytes.subarray(from, from + size));
  }
  return tags;
}

const tableKinds: ReadonlySet<string> = new Set(["mft1", "mft2", "mAB ", "mBA "]);

/** A table from so many channels to so many. */
function isTable(tag: Buffer | undefined, inputs: number, outputs: number): boolean {
  return (
    tag !== undefined &&
    tag.length >= 32 &&
    tableKinds.has(textAt(tag, 0, 4)) &&
    tag.readUInt8(8) === inputs &&
    tag.readUInt8(9) === outputs
  );
}

const maxName = 80;

/** Its own description; empty where it has none that can be shown. */
function nameOf(tag: Buffer | undefined): string {
  if (!tag || tag.length < 28) return "";
  const kind = textAt(tag, 0, 4);
  let name = "";
  if (kind === "desc") name = tag.toString("latin1", 12, 12 + Math.min(tag.readUInt32BE(8), 256));
  if (kind === "mluc") {
    const [size, from] = [tag.readUInt32BE(20), tag.readUInt32BE(24)];
    const letters = Buffer.from(tag.subarray(from, from + Math.min(size & ~1, 512)));
    if (letters.length % 2 === 0) name = letters.swap16().toString("utf16le");
  }
  const shown = name.split("\0")[0] ?? "";
  return shown
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, maxName);
}

const textAt = (bytes: Buffer, from: number, length: number) =>
  bytes.toString("latin1", from, from + length);
