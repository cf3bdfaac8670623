import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Networks that are not the public internet, by the IANA registries of special-purpose addresses. */
const closed = new BlockList();
const networks4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
for (const [network, bits] of networks4) closed.addSubnet(network, bits, "ipv4");

/** Global unicast; everything else of IPv6 is local, mapped or reserved. */
const open6 = new BlockList();
open6.addSubnet("2000::", 3, "ipv6");
const networks6 = [
  // Teredo and 6to4 have an IPv4 address inside.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const;
for (const [network, bits] of networks6) closed.addSubnet(network, bits, "ipv6");

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, "ipv4");
  return isIPv6(address) && open6.check(address, "ipv6") && !closed.check(address, "ipv6");
}
