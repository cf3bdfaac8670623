import type { IncomingMessage } from "node:http";
import { fail, ok, type Result } from "#base/result.ts";
import { AddressRefusal, requestPublic } from "./request-public.server.ts";

export type FetchProblem =
  | "address_invalid"
  | "address_not_public"
  | "address_unreachable"
  | "address_refused"
  | "address_too_slow"
  | "picture_too_many_bytes";

export interface FetchLimits {
  readonly maxBytes: number;
  /** For the whole download, including redirects. */
  readonly timeoutMs: number;
  readonly accept: string;
  /** Filter for IP addresses; public addresses by default. */
  readonly isAllowed?: (address: string) => boolean;
}

const maxRedirects = 5;

class TooManyBytes extends Error {}

/**
 * Downloads a file from an untrusted address. The IP address of each connection is checked, also after redirects, which prevents
 * server-side request forgery (SSRF).
 */
export async function fetchPublicFile(
  address: string,
  limits: FetchLimits,
): Promise<Result<Uint8Array, FetchProblem>> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await requestPublic(url, {
        headers: { accept: limits.accept, "accept-encoding": "identity" },
        isAllowed: limits.isAllowed,
        signal,
      });
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy();
        url = new URL(headers.location, url);
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        return fail("address_refused");
      }
      return ok(await readBody(answer, limits.maxBytes));
    }
    return fail("address_refused");
  } catch (error) {
    if (signal.aborted) return fail("address_too_slow");
    if (error instanceof AddressRefusal) return fail(error.problem);
    if (error instanceof TooManyBytes) return fail("picture_too_many_bytes");
    if (error instanceof TypeError) return fail("address_invalid");
    return fail("address_unreachable");
  }
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(answer.headers["content-length"]) > maxBytes) {
    answer.destroy();
    throw new TooManyBytes();
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    // Leaving the loop destroys the stream and closes the connection.
    if (bytes > maxBytes) throw new TooManyBytes();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
