import { readWhole } from "#backend/gateway/body.server.ts";
import { badBody, RestError } from "../errors.ts";

/** Maximum nesting of JSON, below the limit of PostgreSQL's stack. */
const deepestJson = 100;

/** @throws RestError 413 PGRST102 */
export function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  return readWhole(
    request,
    maxBytes,
    () =>
      new RestError(413, "PGRST102", "The request body is too large", {
        details: `at most ${maxBytes} bytes`,
      }),
  );
}

/** @throws RestError 400 PGRST102 for text that PostgreSQL cannot store */
export function textOf(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badBody("The request body is not UTF-8");
  }
  if (text.includes("\0")) throw badBody("The request body contains NUL");
  return text;
}

/** @throws RestError 400 PGRST102 */
export function parseJson(text: string): unknown {
  if (depthOf(text) > deepestJson) throw badBody("Empty or invalid json");
  try {
    return JSON.parse(text);
  } catch {
    throw badBody("Empty or invalid json");
  }
}

/** Measured in the text, before it is parsed. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (character === 0x7d || character === 0x5d) depth--;
  }
  return deepest;
}
