import { AnswersDiffer } from "./agreed-lookup.ts";
import { dkimRecord } from "./dkim.ts";
import type { Lookup } from "./lookup.server.ts";
import { allowsAddress, followSpf, maxSpfLookups, spfRecords, termOf } from "./spf.ts";

/** `unknown`: nobody answered, or the shop cannot tell. */
export type DomainState = "good" | "missing" | "wrong" | "unknown";

export interface DomainFinding {
  readonly line: "spf" | "dkim" | "dmarc" | "mx";
  readonly state: DomainState;
  /** Why it is not good; the screen has a sentence for each. */
  readonly reason:
    | "not_found"
    | "several"
    | "too_many_lookups"
    | "relay_missing"
    | "relay_unknown"
    | "other_key"
    | "no_policy"
    | "not_aligned"
    | "takes_no_mail"
    | "no_answer"
    | "answers_differ"
    | null;
  readonly found: readonly string[];
  /** The record to publish; null where the shop cannot know it. */
  readonly publish: {
    readonly name: string;
    readonly type: "TXT" | "MX";
    readonly value: string;
  } | null;
}

export interface CheckedDomain {
  /** The domain of the sender's address. */
  readonly domain: string;
  /** The host that takes the mails; undefined without a mail server. */
  readonly relayHost: string | undefined;
  readonly dkim: { readonly selector: string; readonly publicKey: string };
  /** Of the envelope's sender, which SPF is about; default the sender's. */
  readonly envelopeDomain?: string | undefined;
  /** False where another program signs the mails, by a key that the shop cannot know. */
  readonly signs?: boolean;
}

/**
 * What receivers find out about the domain that the shop's mails come from. Gmail, Yahoo and Microsoft ask bulk senders for
 * SPF, DKIM and DMARC; a line that nobody answered is unknown, never good.
 */
export async function checkDomain(
  checked: CheckedDomain,
  lookup: Lookup,
): Promise<readonly DomainFinding[]> {
  const checks = [spfOf, dkimOf, dmarcOf, mxOf];
  return Promise.all(
    checks.map(async (check): Promise<DomainFinding> => {
      try {
        return await check(checked, lookup);
      } catch (error) {
        // A server that does not answer is a state of its own on the screen.
        const line = (["spf", "dkim", "dmarc", "mx"] as const)[checks.indexOf(check)] ?? "spf";
        const unknown = { line, state: "unknown", found: [], publish: null } as const;
        if (!(error instanceof AnswersDiffer)) return { ...unknown, reason: "no_answer" };
        const found = error.answers.map((texts) => texts.join("\n") || "–");
        return { ...unknown, reason: "answers_differ", found };
      }
    }),
  );
}

async function spfOf({ domain, relayHost }: CheckedDomain, lookup: Lookup): Promise<DomainFinding> {
  const records = spfRecords(await lookup.txt(domain));
  const term = relayHost ? termOf(relayHost) : null;
  const wanted = term ? `${term.kind}:${term.value}` : relayHost ? null : "mx";
  const finding = (
    state: DomainState,
    reason: DomainFinding["reason"],
    value: string | null,
  ): DomainFinding => ({
    line: "spf",
    state,
    reason,
    found: records,
    publish: value === null ? null : { name: domain, type: "TXT", value },
  });
  const [record] = records;
  if (record === undefined) {
    return finding("missing", "not_found", wanted && `v=spf1 ${wanted} ~all`);
  }
  if (records.length > 1) return finding("wrong", "several", merged(records));
  const facts = await followSpf(record, lookup);
  if (facts.lookups > maxSpfLookups) return finding("wrong", "too_many_lookups", null);
  if (!relayHost) return finding("good", null, null);
  if (!term || !wanted) return finding("unknown", "relay_unknown", null);
  const isInclude = term.kind === "include";
  if (facts.allowed.has(isInclude ? term.value : wanted)) return finding("good", null, null);
  if (isInclude) return finding("wrong", "relay_missing", withTerm(record, wanted));
  const addresses = term.kind === "a" ? await lookup.a(relayHost) : [term.value];
  if (addresses.some((address) => allowsAddress(facts, address))) {
    return finding("good", null, null);
  }
  // Its servers that send need not be the one that takes mails in.
  return finding("unknown", "relay_unknown", withTerm(record, wanted));
}

/** A term more, before the one that decides about all others. */
function withTerm(record: string, term: string): string {
  return /\s[+?~-]?all\b/i.test(record)
    ? record.replace(/\s([+?~-]?all\b)/i, ` ${term} $1`)
    : `${record} ${term}`;
}

function merged(records: readonly string[]): string {
  const terms = records.flatMap((record) => record.split(/\s+/).slice(1));
  const others = terms.filter((term) => !/^[+?~-]?all$/i.test(term));
  return ["v=spf1", ...new Set(others), "~all"].join(" ");
}

/** The key in the record of the selector. @throws when nobody answered */
export async function dkimOf(
  { domain, dkim }: CheckedDomain,
  lookup: Lookup,
): Promise<DomainFinding> {
  const name = `${dkim.selector}._domainkey.${domain}`;
  const value = dkimRecord(dkim.publicKey);
  const found = (await lookup.txt(name)).filter((text) => /\bp=/.test(text));
  const publish = { name, type: "TXT" as const, value };
  if (found.length === 0) {
    return { line: "dkim", state: "missing", reason: "not_found", found, publish };
  }
  const isOurs = found.some((text) => keyIn(text) === dkim.publicKey);
  return isOurs
    ? { line: "dkim", state: "good", reason: null, found, publish: null }
    : { line: "dkim", state: "wrong", reason: "other_key", found, publish };
}

/** The public key of a record; DNS panels add spaces. */
function keyIn(text: string): string | undefined {
  return /\bp=([A-Za-z0-9+/=\s]+)/.exec(text)?.[1]?.replaceAll(/\s/g, "");
}

async function dmarcOf(checked: CheckedDomain, lookup: Lookup): Promise<DomainFinding> {
  const { domain } = checked;
  const own = `_dmarc.${domain}`;
  const isDmarc = (text: string) => /^v=DMARC1\b/i.test(text);
  let found = (await lookup.txt(own)).filter(isDmarc);
  // A subdomain follows its organisation's record (RFC 7489, section 6.6.3).
  const organisation = found.length === 0 ? await organisationOf(domain) : domain;
  if (organisation !== domain) {
    found = (await lookup.txt(`_dmarc.${organisation}`)).filter(isDmarc);
  }
  const publish = { name: own, type: "TXT" as const, value: "v=DMARC1; p=none" };
  const [record] = found;
  if (record === undefined) {
    return { line: "dmarc", state: "missing", reason: "not_found", found, publish };
  }
  if (found.length > 1) return { line: "dmarc", state: "wrong", reason: "several", found, publish };
  if (!/;\s*p\s*=\s*(none|quarantine|reject)\b/i.test(record)) {
    // What it says besides stays, e.g. where reports go.
    const others = record
      .split(";")
      .slice(1)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "" && !/^p\s*=/i.test(tag));
    const value = [publish.value, ...others].join("; ");
    return {
      line: "dmarc",
      state: "wrong",
      reason: "no_policy",
      found,
      publish: { ...publish, value },
    };
  }
  const state = await alignmentOf(checked, lookup);
  const reason = state === "good" ? null : "not_aligned";
  return { line: "dmarc", state, reason, found, publish: null };
}

/**
 * Receivers take a mail for one of the sender's domain if SPF or DKIM is about the same organisation: SPF by the domain of the envelope,
 * DKIM by the shop's own signature, which is always of the sender's.
 */
async function alignmentOf(checked: CheckedDomain, lookup: Lookup): Promise<DomainState> {
  const { domain, envelopeDomain = domain, signs = true } = checked;
  if (envelopeDomain === domain) return "good";
  if ((await organisationOf(envelopeDomain)) === (await organisationOf(domain))) return "good";
  if (!signs) return "unknown";
  return (await dkimOf(checked, lookup)).state === "good" ? "good" : "wrong";
}

/** The domain that an organisation registered, as relaxed alignment compares it (RFC 7489, section 3.2). */
async function organisationOf(domain: string): Promise<string> {
  // Read when two domains differ: the list of public suffixes takes 3 MB.
  const { getDomain } = await import("tldts");
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}

async function mxOf({ domain }: CheckedDomain, lookup: Lookup): Promise<DomainFinding> {
  const found = await lookup.mx(domain);
  if (found.length === 0) {
    return { line: "mx", state: "missing", reason: "not_found", found, publish: null };
  }
  // RFC 7505: a single dot.
  return found.every((host) => host === "" || host === ".")
    ? { line: "mx", state: "wrong", reason: "takes_no_mail", found, publish: null }
    : { line: "mx", state: "good", reason: null, found, publish: null };
}
