/*
 * Bounds that a value must keep before a schema looks at it: a schema walks by recursion, and ignores members whose
 * names every object inherits.
 */

const maxDepth = 24;

export type JsonProblem =
  | "too_large"
  | "too_deep"
  | "forbidden_member"
  | "not_json"
  /** A text with U+0000 or half a letter, which PostgreSQL does not store. */
  | "text_not_storable";

/** The first bound that the value breaks, with the path to it. Never throws, whatever the value. */
export function checkJson(
  value: unknown,
  maxBytes: number,
): { code: JsonProblem; path: string } | null {
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: "", depth: 0 }];
  let bytes = 0;
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { value: here, path, depth } = item;
    bytes += sizeOf(here);
    if (bytes > maxBytes) return { code: "too_large", path: "" };
    if (typeof here === "string" && (here.includes("\0") || !here.isWellFormed()))
      return { code: "text_not_storable", path };
    if (typeof here !== "object" || here === null) {
      if (["bigint", "function", "symbol"].includes(typeof here)) return { code: "not_json", path };
      continue;
    }
    if (depth >= maxDepth) return { code: "too_deep", path };
    if (!Array.isArray(here) && !isPlain(here)) return { code: "not_json", path };
    for (const [name, member] of Object.entries(here)) {
      const memberPath = path === "" ? name : `${path}.${name}`;
      if (name in Object.prototype) return { code: "forbidden_member", path: memberPath };
      bytes += Array.isArray(here) ? 1 : byteLength(name) + 4;
      open.push({ value: member, path: memberPath, depth: depth + 1 });
    }
  }
  return null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Bytes of the value's own JSON, without its members. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return byteLength(value) + 2;
  if (typeof value === "number") return String(value).length;
  return 5;
}

/** Bytes in UTF-8. */
function byteLength(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
  }
  return bytes;
}
