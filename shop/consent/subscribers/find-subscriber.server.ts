import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import type { ConsentLevel, ConsentSource, SubscriptionState } from "#shop/consent/topic.ts";
import { may, type Person } from "#shop/kernel/access.ts";

/** Newest events that the page shows; more of one person are rare. */
const maxEvents = 200;
/** Newest reports about mails that did not arrive. */
const maxReports = 20;

export interface ConsentEvent {
  readonly id: number;
  /** Null: every topic. */
  readonly topic: string | null;
  readonly action:
    | "asked"
    | "confirmed"
    | "wanted"
    | "stopped"
    | "paused"
    | "limited"
    | "bounced"
    | "complained"
    | "imported";
  readonly source: ConsentSource;
  readonly wording: string | null;
  /** Of a confirmation: null when it is not known. */
  readonly pressed: boolean | null;
  /** ISO 8601. */
  readonly until: string | null;
  readonly max_a_month: number | null;
  /** Of `imported`: when and where the person agreed, as the file says. ISO 8601. */
  readonly consented_at: string | null;
  readonly consent_source: string | null;
  readonly actor: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  /** ISO 8601. */
  readonly at: string;
}

export interface Suppression {
  readonly reason: "stopped_all" | "complaint" | "hard_bounce" | "erased" | "staff" | "key_lost";
  /** ISO 8601. */
  readonly since: string;
  /** It means every spelling of the mailbox. */
  readonly is_mailbox: boolean;
  readonly is_lifted: boolean;
}

export interface Subscriber {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly language: Language;
  readonly has_account: boolean;
  /** ISO 8601. */
  readonly created_at: string;
  readonly subscriptions: readonly {
    readonly topic: string;
    readonly state: SubscriptionState;
    readonly level: ConsentLevel;
    readonly source: ConsentSource;
    readonly paused_until: string | null;
    readonly max_a_month: number | null;
  }[];
  readonly suppressions: readonly Suppression[];
  /** The newest first. */
  readonly events: readonly ConsentEvent[];
  /** What mail servers and providers said about mails to the address that did not arrive, the newest first. */
  readonly reports: readonly {
    readonly id: string;
    readonly kind: "deferred" | "bounced" | "complained";
    /** The enhanced status code (RFC 3463). */
    readonly code: string;
    /** As the other side worded it. */
    readonly reason: string;
    readonly campaign: { readonly id: string; readonly name: string } | null;
    /** ISO 8601. */
    readonly at: string;
  }[];
  /** Staff have not sent it yet, and the person has not said no. */
  readonly may_be_asked: boolean;
}

/** Staff: a recipient with the ledger of their consent. @returns undefined for an unknown one */
export async function findSubscriber(actor: Person, id: string): Promise<Subscriber | undefined> {
  if (!may(actor, "mail.read") || !isUuid(id)) return undefined;
  const [row] = await asShop()<Subscriber[]>`
    select r.id, r.email, r.name, r.tags, r.language, r.user_id is not null as has_account, to_json(r.created_at)::text as created_at,
      private.may_ask_by_staff(r.id) as may_be_asked,
      (
        select coalesce(json_agg(json_build_object('topic', s.topic, 'state', s.state, 'level', s.level, 'source', s.source,
          'paused_until', case when s.paused_until > now() then s.paused_until end, 'max_a_month', s.max_a_month)
          order by t.position, t.slug), '[]')
        from subscriptions s join private.mail_topics t on t.slug = s.topic where s.recipient_id = r.id
      ) as subscriptions,
      (
        select coalesce(json_agg(json_build_object('reason', x.reason, 'since', x.since,
          'is_mailbox', x.mailbox_hash is not null, 'is_lifted', x.lifted_by is not null) order by x.id desc), '[]')
        from private.mail_suppressions x where x.email_hash = r.email_hash or x.mailbox_hash = r.mailbox_hash
      ) as suppressions,
      (
        select coalesce(json_agg(json_build_object('id', e.id, 'topic', e.topic, 'action', e.action, 'source', e.source,
          'wording', w.text, 'pressed', e.pressed, 'until', e.until, 'max_a_month', e.max_a_month,
          'consented_at', e.consented_at, 'consent_source', e.consent_source, 'actor', p.full_name,
          'ip', e.ip, 'user_agent', e.user_agent, 'at', e.created_at) order by e.id desc), '[]')
        from (select * from private.mail_choice_events where recipient_id = r.id order by id desc limit ${maxEvents}) e
        left join private.mail_wordings w on w.hash = e.wording left join profiles p on p.id = e.actor_id
      ) as events,
      (
        select coalesce(json_agg(json_build_object('id', e.id, 'kind', e.kind, 'code', e.code, 'reason', e.reason,
          'campaign', case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end, 'at', e.created_at)
          order by e.created_at desc, e.id desc), '[]')
        from (
          select * from private.mail_events where recipient_id = r.id and kind <> 'delivered'
          order by created_at desc limit ${maxReports}) e
        left join private.mail_campaigns c on c.number = e.campaign
      ) as reports
    from private.mail_recipients r where r.id = ${id}`;
  return row && { ...row, created_at: JSON.parse(row.created_at) as string };
}
