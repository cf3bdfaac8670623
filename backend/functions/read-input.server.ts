import type { Context } from "hono";
import { readBytes, readJsonObject } from "#backend/gateway/body.server.ts";
import { AppError } from "#base/errors.ts";
import { parseForm } from "#base/parse-form.ts";
import type { BodyKind, ShopFunction } from "./function-table.ts";
import { sha256 } from "./idempotency.server.ts";

export interface ReadInput {
  /** The function's input. */
  readonly input: unknown;
  /** Identifies the request in a comparison with a repeated one. */
  readonly fingerprint: unknown;
}

/** Query parameters that are not the function's input. */
const ownNames = ["apikey", "forceFunctionRegion"];

/**
 * Reads a request's input by its content type.
 * @throws AppError 413 `request_entity_too_large`, 415 `unsupported_media_type`, 400 `bad_json` |
 * `invalid_input`
 */
export async function readInput(definition: ShopFunction, c: Context): Promise<ReadInput> {
  const type = c.req.header("content-type");
  if (type === undefined) {
    const hasBody = Number(c.req.header("content-length") ?? 0) > 0;
    if (hasBody) throw unsupported();
    const query = Object.entries(c.req.query()).filter(([name]) => !ownNames.includes(name));
    const input = Object.fromEntries(query);
    return { input, fingerprint: input };
  }
  const kind = kindOf(type);
  if (!(definition.accepts ?? ["json"]).includes(kind)) throw unsupported();
  if (kind === "json") {
    const input = await readJsonObject(c.req.raw);
    return { input, fingerprint: input };
  }
  const bytes = await readBytes(c.req.raw);
  const fingerprint = { sha256: sha256(bytes) };
  if (kind === "bytes") return { input: new Uint8Array(bytes), fingerprint };
  if (kind === "text") return { input: textOf(bytes), fingerprint };
  return { input: await formOf(bytes, type), fingerprint };
}

function kindOf(type: string): BodyKind {
  const name = type.split(";")[0]?.trim().toLowerCase() ?? "";
  if (name === "application/json") return "json";
  if (name === "text/plain") return "text";
  const isForm = name === "multipart/form-data" || name === "application/x-www-form-urlencoded";
  return isForm ? "form" : "bytes";
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid_input", 400, { message: "The text is not UTF-8" });
  }
}

/** Of a repeated name the last value counts. */
async function formOf(bytes: Buffer, type: string): Promise<Record<string, FormDataEntryValue>> {
  try {
    const form = await parseForm(
      new Response(new Uint8Array(bytes), { headers: { "Content-Type": type } }),
    );
    return Object.fromEntries(form);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError("invalid_input", 400, { message: "The form cannot be read" });
  }
}

function unsupported(): AppError {
  return new AppError("unsupported_media_type", 415, {
    message: "The function does not take this Content-Type",
  });
}
