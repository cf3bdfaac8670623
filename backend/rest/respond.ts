import { badResponseHeaders, badResponseStatus, notSingular } from "./errors.ts";
import { contentTypeOf, type MediaType } from "./query/media-type.ts";
import type { RestRequest } from "./request.ts";
import type { AnswerRow } from "./sql/answer-sql.ts";

/** An answer before a function's own status and headers are applied. */
export interface Draft {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined sends no body and no Content-Type. */
  readonly body: string | Uint8Array | undefined;
  readonly type?: MediaType;
}

/** @throws RestError PGRST111, PGRST112 when a function set an invalid header or status */
export function respond(
  request: RestRequest,
  draft: Draft,
  row: Pick<AnswerRow, "headers" | "status">,
): Response {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(draft.headers)) {
    if (value !== undefined) fields[name] = value;
  }
  if (draft.body !== undefined) {
    if (draft.type) fields["Content-Type"] = contentTypeOf(draft.type);
    if (request.isSchemaNamed) fields["Content-Profile"] = request.schema;
  }
  const status = ownStatus(row.status) ?? draft.status;
  const isEmpty = request.method === "HEAD" || isBodiless(status);
  const body = isEmpty || draft.body === undefined ? null : (draft.body as BodyInit);
  if (row.headers === null) return new Response(body, { status, headers: fields });

  const headers = new Headers(fields);
  const own = ownHeaders(row.headers);
  for (const [name] of own) headers.delete(name);
  for (const [name, value] of own) headers.append(name, value);
  return new Response(body, { status, headers });
}

/** Statuses for which HTTP allows no body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Whether HTTP can carry a header that a function set. */
export function isHeader(name: unknown, value: unknown): boolean {
  return (
    typeof name === "string" &&
    typeof value === "string" &&
    /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
  );
}

/** @throws RestError PGRST111 */
function ownHeaders(text: string): [name: string, value: string][] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw badResponseHeaders();
  }
  if (!Array.isArray(list)) throw badResponseHeaders();
  const pairs = list.map((item: unknown): [string, string] => {
    const entries = typeof item === "object" && item !== null ? Object.entries(item) : [];
    const [name, value] = entries[0] ?? [];
    if (entries.length !== 1 || !isHeader(name, value)) throw badResponseHeaders();
    return [name as string, value as string];
  });
  return pairs;
}

/** @throws RestError PGRST112 */
function ownStatus(text: string | null): number | undefined {
  if (text === null) return undefined;
  const status = /^[0-9]{3}$/.test(text) ? Number(text) : 0;
  if (status < 200 || status > 599) throw badResponseStatus();
  return status;
}

/** @throws RestError PGRST116 when one object was requested and the number of rows is not one */
export function requireSingular(type: MediaType, rows: number): void {
  if (type.kind === "object" && rows !== 1) throw notSingular(rows);
}

/** PostgreSQL returns binary bodies as base64. */
export function bodyOf(type: MediaType, body: string | null): string | Uint8Array {
  if (type.kind === "binary") return Buffer.from(body ?? "", "base64");
  return body ?? "";
}
