import { timeNow } from "#base/clock.ts";
import { config } from "#base/config.server.ts";
import { asShop, inTransaction, type Sql, type SqlFragment } from "#db/client.server.ts";
import type { DomainFinding } from "#integrations/mail/domain/check-domain.ts";
import { domainOf } from "#integrations/mail/domain/current-signer.server.ts";
import type { Lookup } from "#integrations/mail/domain/lookup.server.ts";
import type { BounceClass, MailEvent } from "#integrations/mail-events/mail-event.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { findOwnDomain, findRecords, type OwnDomain } from "./find-records.server.ts";
import { type BounceMailbox, readBounceMailbox } from "./read-bounces.server.ts";
import { keepRecordStates } from "./record-states.server.ts";

/** Newest reports that the sums by domain are of: a page must not count them all. */
const countedEvents = 5_000;
const shownEvents = 20;
/** Milliseconds for which the answers of the domain name system are shown again. */
const rememberedMs = 600_000;

export interface SendingHealth {
  /** The sender of campaigns, as in the header From. */
  readonly from: string;
  readonly domain: string;
  /** Whether mails about orders leave under the same domain. */
  readonly sharesDomain: boolean;
  /** The host that takes the mails; null: mails are kept for reading. */
  readonly relayHost: string | null;
  /** `waiting`: until the record is published. `off`: by MAIL_DKIM. */
  readonly signing: "on" | "waiting" | "off";
  /** The records of the domain; null while the shop has no domain of its own. */
  readonly findings: readonly DomainFinding[] | null;
  readonly checkedAt: string | null;
  readonly limits: readonly {
    readonly name: string;
    readonly per_second: number;
    readonly now_per_second: number;
    readonly slowed_at: string | null;
  }[];
  /** Of the newest reports. */
  readonly domains: readonly {
    readonly domain: string;
    readonly hard: number;
    readonly soft: number;
    readonly policy: number;
    readonly complaints: number;
  }[];
  readonly events: readonly {
    readonly id: string;
    readonly kind: MailEvent["kind"];
    readonly bounce: BounceClass | null;
    readonly code: string;
    readonly reason: string;
    readonly domain: string;
    readonly campaign: { readonly id: string; readonly name: string } | null;
    readonly at: string;
  }[];
  /** Whether providers can report; MAIL_EVENTS_SECRET. */
  readonly takesReports: boolean;
  /** The mailbox that is read for reports; null without one. */
  readonly mailbox: BounceMailbox | null;
  /** Where providers report to; a source and the secret follow. */
  readonly reportsAddress: string;
}

interface Checked {
  readonly findings: readonly DomainFinding[];
  readonly at: number;
}

let remembered: { readonly key: string; readonly checked: Promise<Checked> } | undefined;

/**
 * Staff: what decides whether mails arrive. Undefined without the permission.
 * @param isFresh asks the domain name system again
 */
export async function readSendingHealth(
  actor: Person,
  { isFresh = false, lookup }: { isFresh?: boolean; lookup?: Lookup } = {},
): Promise<SendingHealth | undefined> {
  if (!may(actor, "mail.read")) return undefined;
  const { newsFrom, mailFrom, dkimSelector, mailEventsSecret, mailBouncesUrl, publicUrl } =
    config();
  const own = findOwnDomain();
  const { domain, relayHost } = own;
  const sql = asShop();
  const [checked, limits, domains, events] = await Promise.all([
    own.isPublic ? findingsOf(own, isFresh, lookup) : null,
    sql<SendingHealth["limits"][number][]>`
      select name, per_second::float8, now_per_second::float8, to_json(slowed_at) #>> '{}' as slowed_at
      from private.mail_limits order by name = 'all' desc, name = 'other', name`,
    sql<SendingHealth["domains"][number][]>`
      select domain, count(*) filter (where bounce = 'hard')::int as hard, count(*) filter (where bounce = 'soft')::int as soft,
        count(*) filter (where bounce = 'policy')::int as policy,
        count(*) filter (where kind = 'complained')::int as complaints
      from (
        select ${domainOfEvent(sql)} as domain, e.kind, e.bounce from (${newestEvents(sql)}) e
        left join private.mail_recipients r on r.id = e.recipient_id where e.kind in ('bounced', 'complained')) e
      group by domain order by count(*) desc, domain limit 20`,
    sql<SendingHealth["events"][number][]>`
      with newest as (${newestEvents(sql)})
      select e.id, e.kind, e.bounce, e.code, e.reason, ${domainOfEvent(sql)} as domain, to_json(e.created_at) #>> '{}' as at,
        case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as campaign
      from newest e left join private.mail_campaigns c on c.number = e.campaign
      left join private.mail_recipients r on r.id = e.recipient_id
      where e.kind <> 'delivered' or not exists (select from newest where kind <> 'delivered')
      order by e.created_at desc, e.id desc limit ${shownEvents}`,
  ]);
  return {
    from: newsFrom,
    domain,
    relayHost,
    limits,
    domains,
    events,
    sharesDomain: domainOf(mailFrom) === domain,
    findings: checked?.findings ?? null,
    checkedAt: checked ? new Date(checked.at).toISOString() : null,
    signing: signingOf(dkimSelector, checked?.findings ?? []),
    takesReports: mailEventsSecret !== undefined,
    mailbox: mailBouncesUrl ? await readBounceMailbox(mailBouncesUrl) : null,
    reportsAddress: `${publicUrl}/webhooks/mail`,
  };
}

/** What came last. Reports of mails that arrived are most of them, and are shown where there is no other. */
const newestEvents = (sql: Sql): SqlFragment => sql`
  select id, kind, bounce, code, reason, domain, campaign, recipient_id, created_at from private.mail_events
  order by created_at desc, id desc limit ${countedEvents}`;

/** Some providers name the mail and not the address. On the event `e` and its recipient `r`; empty for one that nobody knows. */
const domainOfEvent = (sql: Sql): SqlFragment =>
  sql`coalesce(nullif(e.domain, ''), split_part(r.email, '@', 2), '')`;

function signingOf(
  selector: string | null,
  findings: readonly DomainFinding[],
): SendingHealth["signing"] {
  if (selector === null) return "off";
  const isPublished = findings.some(({ line, state }) => line === "dkim" && state === "good");
  return isPublished ? "on" : "waiting";
}

function findingsOf(own: OwnDomain, isFresh: boolean, lookup?: Lookup): Promise<Checked> {
  const key = JSON.stringify(own);
  const known = remembered?.key === key ? remembered.checked : undefined;
  if (known && !isFresh) {
    return known.then((checked) =>
      timeNow() - checked.at < rememberedMs ? checked : findingsOf(own, true, lookup),
    );
  }
  const checked = findRecords(own, lookup).then(async (findings) => {
    await inTransaction((sql) => keepRecordStates(sql, own.domain, findings, false));
    return { findings, at: timeNow() };
  });
  remembered = { key, checked };
  // An error is not remembered.
  checked.catch(() => {
    remembered = undefined;
  });
  return checked;
}
