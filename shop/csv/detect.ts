import type { Delimiter } from "./cell.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Guesses the encoding of a file from its first bytes: by its mark, by its zeros, or by whether it is valid UTF-8. */
export function detectEncoding(head: Uint8Array): Encoding {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xef && second === 0xbb && head[2] === 0xbf) return "utf-8";
  const zeros = [0, 0];
  for (const [place, byte] of head.entries()) {
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 8;
  if (odd > many && odd > even * 4) return "utf-16le";
  if (even > many && even > odd * 4) return "utf-16be";
  try {
    // The last character may be cut.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** The delimiter of a header row: the one that divides it most often outside of quotes. */
export function detectDelimiter(text: string): Delimiter {
  const header = (/^(?:[^"\r\n]|"(?:[^"]|"")*")*/.exec(text)?.[0] ?? "").replace(
    /"(?:[^"]|"")*"/g,
    "",
  );
  const counts = ([";", ",", "\t"] as const).map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).length,
  }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).delimiter;
}
