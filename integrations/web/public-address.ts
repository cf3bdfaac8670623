import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Non-public networks, from the IANA special-purpose address registries. */
const reserved = new BlockList();
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
for (const [network, bits] of networks4) reserved.addSubnet(network, bits, "ipv4");

/** Global unicast. All other IPv6 addresses are local, mapped or reserved. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
const networks6 = [
  // Teredo (in 2001::/23) and 6to4 (2002::/16) embed an IPv4 address.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const;
for (const [network, bits] of networks6) reserved.addSubnet(network, bits, "ipv6");

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, "ipv4");
  return (
    isIPv6(address) && globalUnicast.check(address, "ipv6") && !reserved.check(address, "ipv6")
  );
}
