import { lookup } from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export class AddressRefusal extends Error {
  readonly problem: "address_invalid" | "address_not_public";

  constructor(problem: AddressRefusal["problem"]) {
    super(problem);
    this.name = "AddressRefusal";
    this.problem = problem;
  }
}

export interface PublicRequest {
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
  /** Filter for IP addresses; public addresses by default. */
  readonly isAllowed?: ((address: string) => boolean) | undefined;
}

/**
 * Sends one request to an untrusted address. The IP address of the connection is checked, which prevents server-side request
 * forgery (SSRF). Follows no redirects.
 * @throws AddressRefusal for a protocol other than HTTP and HTTPS, and for an address that is not allowed
 */
export function requestPublic(
  url: URL,
  { method = "GET", headers, body, signal, isAllowed = isPublicAddress }: PublicRequest,
): Promise<IncomingMessage> {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new AddressRefusal("address_invalid");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Node does not call `lookup` for literal IP addresses.
  if (isIP(host) !== 0 && !isAllowed(host)) throw new AddressRefusal("address_not_public");
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    request(url, {
      method,
      agent: false,
      headers: { ...headers, "user-agent": "Etalase" },
      lookup: lookupAllowed(isAllowed),
      signal,
    })
      .on("response", resolve)
      .on("error", reject)
      .end(body);
  });
}

/** Resolves names to allowed addresses only. */
function lookupAllowed(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(new AddressRefusal("address_not_public"), "");
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
