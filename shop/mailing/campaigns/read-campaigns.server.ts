import type { Language, LocalText } from "#base/language.ts";
import type { Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import {
  type filterTooWide,
  newestFirst,
  type Position,
  readKeyset,
} from "#shop/staff/filters/read-list.server.ts";
import type { Audience } from "./audience/audience.ts";
import { countSegment } from "./audience/count-segment.server.ts";
import { readSegmentFilter } from "./audience/segments.server.ts";
import type { CampaignContent } from "./block.ts";
import {
  type Campaign,
  type CampaignRow,
  deliveryStates,
  type Tallies,
  type TopicChoice,
} from "./campaign.ts";
import { chosenProducts } from "./render/product-rule.ts";
import { ordersOf } from "./results/read-results.server.ts";
import type { Arm } from "./trial/arm.ts";

const campaignsPerPage = 50;

/** A page of the campaigns, the newest first. */
export async function listCampaigns(
  actor: Person,
  position: Position,
): Promise<Position & { readonly campaigns: readonly CampaignRow[] }> {
  if (!may(actor, "mail.read")) return { campaigns: [], after: null, before: null };
  const sql = asShop();
  const page = await readKeyset(
    sql,
    "private.mail_campaigns",
    sql`automation is null`,
    newestFirst,
    position,
    campaignsPerPage,
  );
  const rows = await sql<(Omit<CampaignRow, "at"> & { at: Date })[]>`
    select c.id, c.name, c.status, c.topic, c.total, coalesce(s.accepted, 0)::int as accepted,
      coalesce(s.kept, 0)::int as kept, b.orders, b.revenue, coalesce(c.started_at, c.scheduled_at, c.created_at) as at
    from unnest(${[...page.ids]}::uuid[]) with ordinality wanted (id, place) join private.mail_campaigns c using (id)
    left join lateral (
      select sum(k.accepted + k.bounced + k.complained) as accepted, sum(k.kept) as kept
      from private.mail_chunks k where k.campaign = c.number) s on true
    cross join lateral (${ordersOf(sql, sql`c.number`)}) b
    order by wanted.place`;
  const campaigns = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  return { campaigns, after: page.after, before: page.before };
}

type Moments = "winner_due_at" | "waits_since" | "paused_at" | "started_at" | "ended_at";

/** @returns undefined for an unknown one, and for staff who may not read mails */
export async function findCampaign(actor: Person, id: string): Promise<Campaign | undefined> {
  return may(actor, "mail.read") && isUuid(id) ? readCampaign(id) : undefined;
}

/** @returns undefined for an unknown one */
export async function readCampaign(id: string): Promise<Campaign | undefined> {
  const [row] = await asShop()<
    (Omit<Campaign, "contents" | Moments> &
      Record<Moments, Date | null> & {
        versions: (CampaignContent & { language: Language; arm: Arm })[];
      })[]
  >`
    select c.id, c.number, c.version, c.name, c.topic, c.automation, c.status, c.fallback_language, c.window_from, c.window_to,
      to_char(c.scheduled_at at time zone s.time_zone, 'YYYY-MM-DD"T"HH24:MI') as scheduled_at,
      c.segment_id, coalesce(c.segment_filter, g.filter) as segment_filter, c.voucher_promotion_id, c.holdout, c.audience, c.total,
      c.trial_frozen_at is not null as is_trial_frozen, c.winner_due_at, c.winner, c.winner_why, c.waits_for, c.waits_since,
      c.paused_why, c.paused_detail, c.paused_at, c.started_at, c.ended_at,
      c.tested_version is not distinct from c.version as tested,
      coalesce((
        select json_agg(json_build_object(
          'language', v.language, 'arm', v.arm, 'subject', v.subject, 'preheader', v.preheader, 'blocks', v.blocks))
        from private.mail_versions v where v.campaign = c.number), '[]') as versions
    from private.mail_campaigns c cross join shop_settings s
    left join private.mail_segments g on g.id = c.segment_id where c.id = ${id}`;
  if (!row) return undefined;
  const { versions, winner_due_at, waits_since, paused_at, started_at, ended_at, ...campaign } =
    row;
  const iso = (moment: Date | null) => moment?.toISOString() ?? null;
  const versionOf = (language: Language, arm: Arm) =>
    versions.find((version) => version.language === language && version.arm === arm);
  const contentIn = (language: Language): CampaignContent | null => {
    const first = versionOf(language, "a");
    if (!first) return null;
    const { subject, preheader, blocks } = first;
    const other = versionOf(language, "b");
    const second = other && {
      subject: other.subject,
      preheader: other.preheader === preheader ? "" : other.preheader,
    };
    return { subject, preheader, ...(second ? { second } : {}), blocks };
  };
  return {
    ...campaign,
    winner_due_at: iso(winner_due_at),
    waits_since: iso(waits_since),
    paused_at: iso(paused_at),
    started_at: iso(started_at),
    ended_at: iso(ended_at),
    contents: { id: contentIn("id"), en: contentIn("en") },
  };
}

/** Progress: the states of a campaign's deliveries, whose sum is its total; and why some were not accepted. */
export async function readProgress(number: number): Promise<{
  readonly tallies: Tallies;
  /** For deferred, refused and skipped deliveries, the most frequent first. */
  readonly reasons: readonly {
    readonly state: "deferred" | "refused" | "skipped";
    readonly reason: string;
    readonly count: number;
  }[];
}> {
  const sql = asShop();
  const [tallies] = await sql<Tallies[]>`
    select ${sql.unsafe(deliveryStates.map((state) => `coalesce(sum(${state}), 0)::int as ${state}`).join(", "))}
    from private.mail_chunks where campaign = ${number}`;
  if (!tallies) throw new Error("a sum has no row");
  const reasons = await sql<
    { state: "deferred" | "refused" | "skipped"; reason: string; count: number }[]
  >`
    select split_part(r.key, ':', 1) as state, substr(r.key, strpos(r.key, ':') + 1) as reason,
      sum(r.value::integer)::int as count
    from private.mail_chunks c cross join lateral jsonb_each_text(c.reasons) r
    where c.campaign = ${number} and c.reasons <> '{}'
    group by r.key order by 3 desc, 1, 2 limit 12`;
  return { tallies, reasons };
}

/** Topics that campaigns may have. */
export function listCampaignTopics(): Promise<TopicChoice[]> {
  return asShop()<TopicChoice[]>`
    select slug, json_build_object('id', name_id, 'en', name_en) as name from private.mail_topics
    where (marketing or is_own) and archived_at is null order by position, slug`;
}

/**
 * Who would get a campaign now, by language; a filter of its own is of a sent one.
 * @throws Error when a filter cannot be read any more
 */
export function countAudience({
  topic,
  segment_filter,
}: Pick<Campaign, "topic" | "segment_filter">): Promise<Result<Audience, typeof filterTooWide>> {
  const filter = readSegmentFilter(segment_filter ?? "");
  if (!filter.ok)
    throw new Error(`the filter of a campaign cannot be read: ${filter.problem.code}`);
  return countSegment(topic, filter.value);
}

/** The names of the products that contents show, by id. */
export async function nameProducts(
  contents: Campaign["contents"],
): Promise<Record<string, LocalText>> {
  const ids = [contents.id, contents.en].flatMap((content) =>
    content ? chosenProducts(content) : [],
  );
  if (ids.length === 0) return {};
  const rows = await asShop()<{ id: string; name: LocalText }[]>`
    select id, name from products where id = any(${ids})`;
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
