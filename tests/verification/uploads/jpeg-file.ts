import { u16 } from "./png-file.ts";

/* JPEG files by their segments (ITU-T T.81). */

export function segment(marker: number, content: Uint8Array | string): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
  return Buffer.concat([Buffer.from([0xff, marker]), u16(bytes.byteLength + 2), bytes]);
}

/** A finished JPEG with more segments behind its first marker. */
export const withSegments = (file: Uint8Array, ...segments: readonly Uint8Array[]): Buffer =>
  Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);

/** Where the first segment of a kind begins. */
export function placeOf(file: Uint8Array, marker: number): number {
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) break;
    if (file[at + 1] === marker) return at;
    at += 2 + ((file[at + 2] ?? 0) << 8) + (file[at + 3] ?? 0);
  }
  throw new Error(`The JPEG has no segment ${marker.toString(16)}`);
}

/** A copy with other bytes from an offset behind the beginning of a segment. */
export function changed(
  file: Uint8Array,
  marker: number,
  offset: number,
  ...bytes: readonly number[]
): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, placeOf(copy, marker) + offset);
  return copy;
}

/** A copy without the first segment of a kind. */
export function without(file: Uint8Array, marker: number): Buffer {
  const at = placeOf(file, marker);
  const length = Buffer.from(file).readUInt16BE(at + 2);
  return Buffer.concat([file.subarray(0, at), file.subarray(at + 2 + length)]);
}

const maxProfilePart = 65_519;

/** A colour profile as APP2 segments. */
export function profileSegments(profile: Uint8Array, of?: number): Buffer[] {
  const count = Math.ceil(profile.length / maxProfilePart);
  return Array.from({ length: count }, (_, index) =>
    segment(
      0xe2,
      Buffer.concat([
        Buffer.from("ICC_PROFILE\0", "latin1"),
        Buffer.from([index + 1, of ?? count]),
        profile.subarray(index * maxProfilePart, (index + 1) * maxProfilePart),
      ]),
    ),
  );
}
