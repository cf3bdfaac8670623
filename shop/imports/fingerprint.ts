/**
 * The cell `versi` of an exported row: for each other cell four characters that tell whether somebody changed it. An import
 * therefore knows what a person changed in the file and what a colleague changed in the shop, without the exported file.
 */
export function versionOf(
  cells: Readonly<Partial<Record<string, string>>>,
  columns: readonly string[],
): string {
  return `v1.${columns.map((column) => fingerprint(cells[column] ?? "")).join("")}`;
}

/** The fingerprints of a cell `versi` by column; undefined for a file that is no export, or one of another format. */
export function readVersion(
  cell: string,
  columns: readonly string[],
): ReadonlyMap<string, string> | undefined {
  if (!/^v1\.[A-Za-z0-9_-]+$/.test(cell)) return undefined;
  const marks = cell.slice(3);
  if (marks.length !== columns.length * length) return undefined;
  return new Map(columns.map((column, n) => [column, marks.slice(n * length, (n + 1) * length)]));
}

const length = 4;
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** 24 bits of FNV-1a. It tells cells of one export apart and protects nothing. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash ^= hash >>> 24;
  let mark = "";
  for (let n = 0; n < length; n++) mark += digits[(hash >>> (n * 6)) & 63];
  return mark;
}
