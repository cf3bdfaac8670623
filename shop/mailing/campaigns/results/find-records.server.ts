import { config } from "#base/config.server.ts";
import { asShop } from "#db/client.server.ts";
import { agreedLookup } from "#integrations/mail/domain/agreed-lookup.ts";
import { checkDomain, type DomainFinding } from "#integrations/mail/domain/check-domain.ts";
import { domainOf } from "#integrations/mail/domain/current-signer.server.ts";
import { readDkimKey } from "#integrations/mail/domain/dkim-key.server.ts";
import {
  type Lookup,
  publicLookup,
  systemLookup,
} from "#integrations/mail/domain/lookup.server.ts";

/** The domain that campaigns come from, by the settings. */
export interface OwnDomain {
  readonly domain: string;
  /** The host that takes the mails; null: mails are kept for reading. */
  readonly relayHost: string | null;
  /** Null: the shop does not sign. */
  readonly selector: string | null;
  /** Of the envelope's sender, to which mail servers report. */
  readonly envelopeDomain: string;
  /** A machine's own names have no records that anybody could publish. */
  readonly isPublic: boolean;
}

export function findOwnDomain(): OwnDomain {
  const { newsFrom, newsSmtpUrl, dkimSelector, mailBouncesAddress } = config();
  const domain = domainOf(newsFrom);
  return {
    domain,
    relayHost: newsSmtpUrl ? new URL(newsSmtpUrl).hostname : null,
    selector: dkimSelector,
    envelopeDomain: domainOf(mailBouncesAddress ?? newsFrom),
    isPublic: domain.includes(".") && !/\.(test|localhost|local|invalid|example)$/.test(domain),
  };
}

/**
 * What the domain name system says now about the shop's own domain.
 * @param lookup undefined: the machine's own server and a public one, which must agree
 */
export async function findRecords(
  { domain, relayHost, selector, envelopeDomain }: OwnDomain,
  lookup: Lookup | undefined,
): Promise<readonly DomainFinding[]> {
  const { publicKey } = await readDkimKey(asShop());
  const dkim = { selector: selector ?? "etalase", publicKey };
  const asked = lookup ?? agreedLookup(systemLookup(), publicLookup(), domain);
  const own = { domain, relayHost: relayHost ?? undefined, dkim, envelopeDomain };
  const found = await checkDomain({ ...own, signs: selector !== null }, asked);
  // Another program signs the mails: the shop cannot know its record.
  return selector === null ? found.filter(({ line }) => line !== "dkim") : found;
}
