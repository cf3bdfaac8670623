import { config } from "#base/config.server.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { domainOf } from "#integrations/mail/domain/current-signer.server.ts";
import { readRecordStates } from "./results/record-states.server.ts";
import type { SenderFacts } from "./send/compose-message.server.ts";
import { readWarmUp } from "./send/warm-up.server.ts";
import type { CheckFacts } from "./write/check-campaign.server.ts";

/** The domain that campaigns are sent from; undefined without a mail server. */
export function senderDomain(): string | undefined {
  const { newsSmtpUrl, newsFrom } = config();
  return newsSmtpUrl === undefined ? undefined : domainOf(newsFrom);
}

/** What the senders write into every mail of a campaign. */
export function senderFacts(): SenderFacts {
  const { newsFrom, publicUrl, mailBouncesUrl, mailBouncesAddress } = config();
  return { from: newsFrom, publicUrl, stopAddress: mailBouncesUrl && mailBouncesAddress };
}

/** What the checks of a campaign need to know about this server. */
export async function readServerFacts(sql: Sql = asShop()): Promise<Omit<CheckFacts, "audience">> {
  const domain = senderDomain();
  return {
    publicUrl: config().publicUrl,
    hasMailServer: domain !== undefined,
    records: domain === undefined ? undefined : await readRecordStates(sql),
    warmUp: domain === undefined ? undefined : await readWarmUp(domain, sql),
  };
}
