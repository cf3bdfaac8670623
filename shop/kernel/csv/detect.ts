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

/** Lines in which the delimiter is searched: titles may be above the header row. */
const maxTitleLines = 10;
/** A first line by which spreadsheets name the delimiter, e.g. `sep=;`. */
const separatorLine = /^"?sep=([;,\t])"?\s*$/i;

/** Whether a record is the line that names the delimiter. It is split at the delimiter, so its other cells are empty. */
export function isSeparatorLine(record: readonly string[]): boolean {
  return /^sep=/i.test(record[0] ?? "") && record.slice(1).every((cell) => cell === "");
}

/**
 * The delimiter that divides the header row most often outside of quotes. The header row is the first line with three cells, or else
 * with two.
 */
export function detectDelimiter(text: string): Delimiter {
  const lines = text.match(/(?:[^"\r\n]|"(?:[^"]|"")*")+/g)?.slice(0, maxTitleLines) ?? [];
  const [, named] = separatorLine.exec(lines[0] ?? "") ?? [];
  if (named !== undefined) return named as Delimiter;
  const counts = lines.map((line) => {
    const plain = line.replace(/"(?:[^"]|"")*"/g, "");
    return ([";", ",", "\t"] as const)
      .map((delimiter) => ({ delimiter, count: plain.split(delimiter).length }))
      .reduce((best, other) => (other.count > best.count ? other : best));
  });
  const header = counts.find(({ count }) => count > 2) ?? counts.find(({ count }) => count > 1);
  return header?.delimiter ?? ";";
}
