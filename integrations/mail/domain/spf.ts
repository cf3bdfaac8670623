import { isIP } from "node:net";
import { isAmong, isNetwork, privateNetworks } from "#base/client-address.ts";
import type { Lookup } from "./lookup.server.ts";

/** RFC 7208, section 4.6.4: a receiver gives up after as many. */
export const maxSpfLookups = 10;

/** Where the well-known relays tell receivers about their servers. */
const relays: readonly (readonly [host: RegExp, include: string])[] = [
  [/(^|\.)amazonaws\.com$/, "amazonses.com"],
  [/(^|\.)mailgun\.org$/, "mailgun.org"],
  [/(^|\.)postmarkapp\.com$/, "spf.mtasv.net"],
  [/(^|\.)(brevo|sendinblue)\.com$/, "spf.brevo.com"],
  [/(^|\.)sendgrid\.net$/, "sendgrid.net"],
  [/(^|\.)(gmail|google)\.com$/, "_spf.google.com"],
  [/(^|\.)office365\.com$/, "spf.protection.outlook.com"],
  [/(^|\.)zoho\.com$/, "zohomail.com"],
  [/(^|\.)mailjet\.com$/, "spf.mailjet.com"],
];

/** What a domain's SPF record must include for a relay; undefined for a relay that we do not know. */
function includeOf(relayHost: string): string | undefined {
  return relays.find(([host]) => host.test(relayHost.toLowerCase()))?.[1];
}

const isPrivate = isAmong(privateNetworks);

/** A term of a record, written `kind:value`. */
interface SpfTerm {
  readonly kind: "include" | "a" | "ip4" | "ip6";
  readonly value: string;
}

/**
 * The term that lets a relay through. @param relayHost a name or an address
 * @returns null for a host inside the machine's own network: receivers see another address, which the shop cannot know
 */
export function termOf(relayHost: string): SpfTerm | null {
  const include = includeOf(relayHost);
  if (include) return { kind: "include", value: include };
  const value = relayHost.replace(/^\[|\]$/g, "");
  const version = isIP(value);
  if (version === 0) return value.includes(".") ? { kind: "a", value } : null;
  return isPrivate(value) ? null : { kind: version === 6 ? "ip6" : "ip4", value };
}

/** Whether a record's `ip4` and `ip6` terms, with or without a network's bits, let an address through. */
export function allowsAddress({ allowed }: SpfFacts, address: string): boolean {
  const terms = [...allowed].map((term) => /^ip[46]:(.+)$/.exec(term)?.[1] ?? "");
  // A term that is none lets nobody through.
  return isAmong(terms.filter(isNetwork))(address);
}

/** The SPF records among a name's texts. More than one is an error for receivers. */
export function spfRecords(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => /^v=spf1( |$)/i.test(text));
}

export interface SpfFacts {
  /** Questions that a receiver asks; counting ends above the maximum. */
  readonly lookups: number;
  /** Names and addresses that are let through: `include:x` as `x`, `a:x`, `mx`, `ip4:1.2.3.4`. */
  readonly allowed: ReadonlySet<string>;
}

/** Follows the includes of a record as a receiver does. @throws when nobody answered */
export async function followSpf(record: string, lookup: Lookup): Promise<SpfFacts> {
  const allowed = new Set<string>();
  let lookups = 0;
  const follow = async (text: string): Promise<void> => {
    for (const term of text.split(/\s+/).slice(1)) {
      const [, mechanism = "", value = ""] =
        /^[+?~-]?(include|a|mx|ptr|exists|redirect|ip4|ip6)(?:[:=](.+))?$/i.exec(term) ?? [];
      const kind = mechanism.toLowerCase();
      const name = value.toLowerCase();
      if (kind === "") continue;
      if (kind === "ip4" || kind === "ip6") {
        allowed.add(`${kind}:${name}`);
        continue;
      }
      lookups += 1;
      if (lookups > maxSpfLookups) return;
      allowed.add(
        kind === "include" || kind === "redirect" ? name : value ? `${kind}:${name}` : kind,
      );
      if (kind !== "include" && kind !== "redirect") continue;
      const [inner] = spfRecords(await lookup.txt(name));
      if (inner) await follow(inner);
    }
  };
  await follow(record);
  return { lookups, allowed };
}
