import type { Language } from "#base/language.ts";
import { ok, type Result } from "#base/result.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import type { ConsentLevel, ConsentSource, SubscriptionState } from "#shop/consent/topic.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import {
  type filterTooWide,
  newestFirst,
  type Position,
  readKeyset,
  readList,
} from "#shop/staff/filters/read-list.server.ts";
import type { SubscriberFilter } from "./subscriber-filter.ts";

const perPage = 50;

export interface SubscriberRow {
  readonly id: string;
  readonly email: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly is_suppressed: boolean;
  readonly subscriptions: readonly {
    readonly topic: string;
    readonly state: SubscriptionState;
    readonly level: ConsentLevel;
    readonly source: ConsentSource;
  }[];
}

export interface SubscriberPage extends Position {
  readonly subscribers: readonly SubscriberRow[];
}

const nobody: SubscriberPage = { subscribers: [], after: null, before: null };

/** Staff: a page of the recipients of a filter, the newest first. Only the page is read. */
export async function listSubscribers(
  actor: Person,
  filter: SubscriberFilter,
  position: Position,
): Promise<Result<SubscriberPage, typeof filterTooWide>> {
  if (!may(actor, "mail.read")) return ok(nobody);
  return readList(async (sql) => {
    const { ids, ...neighbours } = await readKeyset(
      sql,
      "private.mail_recipients",
      matching(sql, filter),
      newestFirst,
      position,
      perPage,
    );
    const subscribers = await sql<SubscriberRow[]>`
      select r.id, r.email, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
        private.is_mail_suppressed(r.id) as is_suppressed, (
          select coalesce(json_agg(json_build_object('topic', s.topic, 'state', s.state, 'level', s.level,
            'source', s.source) order by t.position, t.slug), '[]')
          from subscriptions s join private.mail_topics t on t.slug = s.topic where s.recipient_id = r.id
        ) as subscriptions
      from unnest(${[...ids]}::uuid[]) with ordinality wanted (id, place)
      join private.mail_recipients r using (id) order by wanted.place`;
    return { subscribers: [...subscribers], ...neighbours };
  });
}

/** The condition on recipients `p`. */
function matching(sql: Sql, { q, ...wanted }: SubscriberFilter): SqlFragment {
  const { topic, state, level, source } = wanted;
  const prefix = `${q.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`${q ? sql`p.email like ${prefix}` : sql`true`} ${
    topic || state || level || source
      ? sql`and exists (
          select from subscriptions s where s.recipient_id = p.id
            ${topic ? sql`and s.topic = ${topic}` : sql``} ${state ? sql`and s.state = ${state}` : sql``}
            ${level ? sql`and s.level = ${level}` : sql``} ${source ? sql`and s.source = ${source}` : sql``})`
      : sql``
  }`;
}

export interface TopicName {
  readonly slug: string;
  readonly name: Readonly<Record<Language, string>>;
}

/** The topics in their order. */
export async function listTopics(): Promise<readonly TopicName[]> {
  const rows = await asShop()<{ slug: string; name_id: string; name_en: string }[]>`
    select slug, name_id, name_en from private.mail_topics order by position, slug`;
  return rows.map(({ slug, name_id, name_en }) => ({ slug, name: { id: name_id, en: name_en } }));
}
