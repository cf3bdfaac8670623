import { hostileBodies } from "#tests/support/browser/hostile.ts";
import { type FuzzRandom, mutate, oddly, often } from "./values.ts";

export interface Sent {
  readonly type: string;
  readonly body: string | Uint8Array;
}

const otherTypes = [
  "text/plain",
  "text/csv",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  "application/json; charset=utf-16",
  "application/merge-patch+json",
  "multipart/form-data; boundary=b",
  "nonsense",
];

/** The value as JSON, sometimes damaged, sometimes with another content type, sometimes another body altogether. */
export function jsonBody(random: FuzzRandom, value: unknown): Sent {
  const text = JSON.stringify(value) ?? "";
  if (!oddly(random, 0.25)) return { type: "application/json", body: text };
  if (often(random, 0.4)) return { type: "application/json", body: mutate(random, text) };
  if (often(random, 0.5)) return { type: random.pick(otherTypes), body: text };
  const [type, body] = random.pick(hostileBodies);
  return { type: type.replace("\t", ""), body };
}

/** A form with one file, as storage-js sends it. */
export function formBody(
  random: FuzzRandom,
  file: { readonly type: string; readonly bytes: Uint8Array },
  fields: Readonly<Record<string, string>>,
): Sent {
  const boundary = "----fuzz";
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name=""; filename="a.bin"\r\nContent-Type: ${file.type}\r\n\r\n`;
  const whole = Buffer.concat([
    Buffer.from(parts.join("") + head),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const isCut = oddly(random, 0.1);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: isCut ? whole.subarray(0, random.whole(0, whole.length)) : whole,
  };
}
