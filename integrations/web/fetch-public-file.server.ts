import { lookup } from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { fail, ok, type Result } from "#base/result.ts";
import { isPublicAddress } from "./public-address.ts";

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

class Refusal extends Error {
  readonly problem: FetchProblem;

  constructor(problem: FetchProblem) {
    super(problem);
    this.name = "Refusal";
    this.problem = problem;
  }
}

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
      const answer = await sendRequest(url, limits, signal);
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
    if (error instanceof Refusal) return fail(error.problem);
    if (error instanceof TypeError) return fail("address_invalid");
    return fail("address_unreachable");
  }
}

function sendRequest(
  url: URL,
  { accept, isAllowed = isPublicAddress }: FetchLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Refusal("address_invalid");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Node does not call `lookup` for literal IP addresses.
  if (isIP(host) !== 0 && !isAllowed(host)) throw new Refusal("address_not_public");
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    request(url, {
      agent: false,
      headers: { accept, "accept-encoding": "identity", "user-agent": "Etalase" },
      lookup: lookupAllowed(isAllowed),
      signal,
    })
      .on("response", resolve)
      .on("error", reject)
      .end();
  });
}

/** Resolves names to allowed addresses only. */
function lookupAllowed(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(new Refusal("address_not_public"), "");
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(answer.headers["content-length"]) > maxBytes) {
    answer.destroy();
    throw new Refusal("picture_too_many_bytes");
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    // Leaving the loop destroys the stream and closes the connection.
    if (bytes > maxBytes) throw new Refusal("picture_too_many_bytes");
    parts.push(part);
  }
  return Buffer.concat(parts);
}
