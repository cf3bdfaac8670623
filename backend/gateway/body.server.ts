import { AppError } from "#base/errors.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

const maxBytes = 1024 * 1024;
const maxDepth = 32;
const maxKeys = 1000;
const jsonType = /^application\/json *(; *charset="?utf-?8"? *)?$/i;

/**
 * The JSON object in a request's body. Refuses input that later code cannot handle: over 1 MiB, deeper than
 * 32, more than 1,000 keys, duplicate keys, NUL characters and lone surrogates (which PostgreSQL cannot
 * store).
 * @throws AppError 413 `request_entity_too_large`, 415 `unsupported_media_type`, 400 `bad_json`
 */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  const type = request.headers.get("content-type") ?? "";
  if (!jsonType.test(type)) {
    throw new AppError("unsupported_media_type", 415, {
      message: "The Content-Type must be application/json",
    });
  }
  return parseJsonObject(await readText(request));
}

/** @throws AppError 400 `bad_json` */
export function parseJsonObject(text: string): JsonObject {
  const { depth, colons } = measure(text);
  if (depth > maxDepth) throw badJson("too deep");
  if (colons > maxKeys) throw badJson("too many keys");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badJson("invalid syntax");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badJson("an object is expected");
  }
  if (inspect(value) !== colons) throw badJson("a key occurs twice");
  return value as JsonObject;
}

/** A body of any kind, up to 1 MiB. @throws AppError 413 `request_entity_too_large`, 400 `request_cut` */
export function readBytes(request: Request): Promise<Buffer> {
  return readWhole(
    request,
    maxBytes,
    () =>
      new AppError("request_entity_too_large", 413, {
        message: "Request body too large",
      }),
  );
}

/**
 * @param limit maximum bytes in memory
 * @param tooLarge makes the error for a larger body
 * @throws AppError 400 `request_cut` when the client disconnects before the end
 */
export async function readWhole(
  request: Request,
  limit: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > limit) throw tooLarge();
  // Node enforces a declared length, and one read costs a fraction of a stream.
  if (length !== null) return Buffer.from(await request.arrayBuffer().catch(throwCut));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A body as a stream of chunks.
 * @throws AppError 400 `request_cut`
 */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of request.body ?? []) yield chunk;
  } catch (error) {
    throwCut(error);
  }
}

function throwCut(error: unknown): never {
  throw new AppError("request_cut", 400, { message: "The request ended too early", cause: error });
}

/** @throws AppError 413, 400 */
async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badJson("not UTF-8");
  }
}

function badJson(reason: string): AppError {
  return new AppError("bad_json", 400, {
    message: `Could not parse request body as JSON: ${reason}`,
  });
}

/** Nesting and number of keys, counted in the text before it is parsed. */
function measure(text: string): { depth: number; colons: number } {
  let depth = 0;
  let deepest = 0;
  let colons = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (character === 0x7d || character === 0x5d) depth--;
    else if (character === 0x3a) colons++;
  }
  return { depth: deepest, colons };
}

/**
 * Counts the keys after parsing.
 * @throws AppError 400 on text that cannot be stored
 */
function inspect(value: unknown): number {
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed()) throw badJson("text that cannot be stored");
    return 0;
  }
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) {
    let keys = 0;
    for (const item of value) keys += inspect(item);
    return keys;
  }
  let keys = 0;
  for (const [key, item] of Object.entries(value)) {
    inspect(key);
    keys += 1 + inspect(item);
  }
  return keys;
}
