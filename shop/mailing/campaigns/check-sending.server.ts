import type { Sql } from "#db/client.server.ts";
import type { DomainFinding, DomainState } from "#integrations/mail/domain/check-domain.ts";
import type { Campaign } from "./campaign.ts";
import type { CampaignCheck } from "./check-content.ts";
import { armsOf, contentOfArm } from "./trial/arm.ts";

/** What was last seen of each record of the sender's domain; a line that nobody answered has none. */
export type RecordStates = Readonly<Partial<Record<DomainFinding["line"], DomainState>>>;

/** Recipients from which mailbox providers treat a sender as a bulk sender, and ask for all three records. */
const bulkRecipients = 5_000;

/** Records of the sender's domain that are missing or wrong. @param states undefined without a domain of the shop's own */
export function checkRecords(
  states: RecordStates | undefined,
  recipients: number,
): CampaignCheck[] {
  const bad = (["spf", "dkim", "dmarc"] as const).filter(
    (line) => states?.[line] === "missing" || states?.[line] === "wrong",
  );
  if (bad.length === 0) return [];
  const level = recipients >= bulkRecipients ? "stop" : "ask";
  return [{ code: "domain_records", level, detail: bad.join(", ").toUpperCase() }];
}

/** A campaign of the last day to the same people with the same subject: perhaps this is the same one once more. */
export async function checkRepeat(
  sql: Sql,
  {
    id,
    topic,
    segment_id,
    contents,
  }: Pick<Campaign, "topic" | "segment_id" | "contents"> & {
    readonly id?: string;
  },
): Promise<CampaignCheck[]> {
  const subjects = Object.values(contents).flatMap((content) =>
    content ? armsOf(content).map((arm) => contentOfArm(content, arm).subject) : [],
  );
  if (id === undefined || subjects.length === 0) return [];
  const [same] = await sql<{ name: string }[]>`
    select c.name from private.mail_campaigns c
    where c.id <> ${id} and c.automation is null and c.topic = ${topic} and c.segment_id is not distinct from ${segment_id}
      and c.status not in ('draft', 'cancelled') and coalesce(c.started_at, c.scheduled_at) > now() - interval '24 hours'
      and exists (select from private.mail_versions v where v.campaign = c.number and v.subject = any (${subjects}))
    order by c.number desc limit 1`;
  return same ? [{ code: "sent_recently", level: "ask", detail: same.name }] : [];
}
