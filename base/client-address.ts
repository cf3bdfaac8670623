import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";

/** The part of Node's request that holds the client address. */
interface Incoming {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** A request's client address; "unknown" for a request that the program makes to itself. */
export type AddressOf = (incoming: Incoming | undefined) => string;

/** Whether a text is an IP address or a network such as `10.0.0.0/8`. */
export function isNetwork(name: string): boolean {
  const [address = "", bits, ...rest] = name.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widthOf(version));
}

/**
 * The visitor's address behind the shop's proxies. Each proxy appends its client's address to
 * `X-Forwarded-For`, so the header is read from its end for as long as the writer of an entry is trusted.
 * Entries that a visitor forges are never reached.
 * @param proxies addresses and networks; when empty, only the socket's address is used
 */
export function addressBehind(proxies: readonly string[]): AddressOf {
  const isTrusted = isAmong(proxies);
  return (incoming) => {
    let address = plainAddress(incoming?.socket.remoteAddress ?? "unknown");
    if (proxies.length === 0) return address;
    const forwarded = String(incoming?.headers["x-forwarded-for"] ?? "").split(",");
    for (const hop of forwarded.reverse()) {
      const before = plainAddress(hop.trim());
      if (!isTrusted(address) || isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}

/** Nobody on the internet has such an address: it belongs to this machine or to the merchant's own network. */
export const privateNetworks: readonly string[] = [
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"],
  ...["::1", "fc00::/7", "fe80::/10"],
];

/** Whether an address is in one of these addresses and networks. */
export function isAmong(networks: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const name of networks) {
    const [address = "", bits] = name.split("/");
    const version = isIP(address);
    trusted.addSubnet(address, Number(bits ?? widthOf(version)), familyOf(version));
  }
  return (text) => {
    const address = plainAddress(text);
    const version = isIP(address);
    return version !== 0 && trusted.check(address, familyOf(version));
  };
}

/** Strips a port, brackets and the `::ffff:` prefix of an IPv4 address on an IPv6 socket. */
function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, "$1");
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

const widthOf = (version: number) => (version === 6 ? 128 : 32);
const familyOf = (version: number) => (version === 6 ? "ipv6" : "ipv4");
