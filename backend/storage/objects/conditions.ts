import type { Context } from "hono";
import type { ByteRange } from "#integrations/storage/object-store.ts";

/** Whether the client's copy is current (RFC 9110, 13.1). */
export function isUnchanged(
  c: Context,
  { etag, changed }: { etag: string; changed: Date },
): boolean {
  const known = c.req.header("if-none-match");
  if (known !== undefined) {
    const weak = (tag: string) => tag.trim().replace(/^W\//, "");
    return known === "*" || known.split(",").some((tag) => weak(tag) === weak(etag));
  }
  const since = Date.parse(c.req.header("if-modified-since") ?? "");
  return inSeconds(changed) <= since;
}

/**
 * The requested range; undefined for the whole file, also when `If-Range` does not match the current version.
 */
export function rangeOf(
  c: Context,
  { size, etag, changed }: { size: number; etag: string; changed: Date },
): ByteRange | "unsatisfiable" | undefined {
  const condition = c.req.header("if-range");
  if (
    condition !== undefined &&
    condition !== etag &&
    Date.parse(condition) !== inSeconds(changed)
  ) {
    return undefined;
  }
  return parseRange(c.req.header("range"), size);
}

/** HTTP dates have a resolution of one second. */
function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}

/** One range only; a request for several gets the whole file, which the standard allows. */
function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [, first, last] = match;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}
