import { parseCsv } from "#backend/rest/query/csv.ts";
import { parseJson, textOf } from "#backend/rest/query/request-body.server.ts";
import type { JsonRows } from "#backend/rest/sql/body-sql.ts";
import type { CallArguments } from "#backend/rest/sql/call-sql.ts";
import { badBody } from "./errors.ts";

/** The kind of a body, by its Content-Type. */
export type BodyKind = "json" | "csv" | "form" | "text" | "xml" | "binary";

/** @throws RestError 400 PGRST102 for an unsupported type */
export function bodyKindOf(contentType: string | undefined, isCall: boolean): BodyKind {
  const type = (contentType ?? "application/json").split(";")[0]?.trim().toLowerCase() ?? "";
  switch (type) {
    case "":
    case "application/json":
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.array+json":
      return "json";
    case "text/csv":
      return "csv";
    case "application/x-www-form-urlencoded":
      return "form";
    case "text/plain":
      if (isCall) return "text";
      break;
    case "text/xml":
      if (isCall) return "xml";
      break;
    case "application/octet-stream":
      if (isCall) return "binary";
      break;
  }
  throw badBody(`Content-Type not acceptable: ${type.slice(0, 200)}`);
}

export interface Payload {
  readonly rows: JsonRows;
  /** The keys of every object. */
  readonly keys: readonly string[];
}

/**
 * Rows for a table, or the named arguments of a function.
 * @param columns from the query: the objects may then differ, and only these keys count
 * @throws RestError 400 PGRST102
 */
export function parsePayload(
  bytes: Uint8Array,
  kind: BodyKind,
  columns: readonly string[] | undefined,
  isCall: boolean,
): Payload {
  const text = textOf(bytes);
  if (kind === "form") {
    const pairs = Object.fromEntries(new URLSearchParams(text));
    return {
      rows: { json: JSON.stringify(pairs), isObject: true },
      keys: Object.keys(pairs),
    };
  }
  if (kind === "csv") {
    const rows = parseCsv(text);
    return {
      rows: { json: JSON.stringify(rows), isObject: false },
      keys: columns ?? Object.keys(rows[0] ?? {}),
    };
  }
  if (isCall && text.trim() === "") return { rows: { json: "{}", isObject: true }, keys: [] };
  const value = parseJson(text);
  if (!Array.isArray(value)) {
    if (typeof value !== "object" || value === null) {
      return { rows: { json: "[]", isObject: false }, keys: [] };
    }
    return { rows: { json: text, isObject: true }, keys: columns ?? Object.keys(value) };
  }
  return { rows: { json: text, isObject: false }, keys: columns ?? commonKeys(value) };
}

/** @throws RestError 400 PGRST102 */
function commonKeys(rows: readonly unknown[]): string[] {
  const isObject = (row: unknown): row is object =>
    typeof row === "object" && row !== null && !Array.isArray(row);
  const [first] = rows;
  if (first === undefined) return [];
  if (!isObject(first)) throw badBody("All object keys must match");
  const keys = Object.keys(first);
  for (const row of rows) {
    const isAlike =
      isObject(row) &&
      Object.keys(row).length === keys.length &&
      keys.every((key) => Object.hasOwn(row, key));
    if (!isAlike) throw badBody("All object keys must match");
  }
  return keys;
}

/** The body as a function's only argument, in PostgreSQL's text form. */
export function singleArgument(bytes: Uint8Array, kind: BodyKind): CallArguments {
  if (kind === "binary") {
    return { kind: "single", value: `\\x${Buffer.from(bytes).toString("hex")}` };
  }
  return { kind: "single", value: textOf(bytes) };
}
