import * as v from "valibot";
import type { Language } from "#base/language.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { countSegment } from "#shop/mailing/campaigns/audience/count-segment.server.ts";
import { readSegmentFilter } from "#shop/mailing/campaigns/audience/segments.server.ts";
import { type CampaignContent, campaignContent } from "#shop/mailing/campaigns/block.ts";
import { readRenderFacts } from "#shop/mailing/campaigns/render/mail-facts.server.ts";
import type { RenderFacts } from "#shop/mailing/campaigns/render/render-facts.ts";
import { type RenderedMail, renderMail } from "#shop/mailing/campaigns/render/render-mail.ts";
import { countCodes, giveCodes } from "#shop/mailing/campaigns/vouchers/give-codes.server.ts";
import type { Filter } from "#shop/staff/filters/filter.ts";
import { chooseRecent, type RecentCursor } from "./choose-recent.server.ts";
import { isWanted, type MailPart, type WantedRecipients } from "./wanted-recipients.server.ts";

/**
 * Renders the versions of a campaign that is being frozen. From here on what it says never changes, whatever happens to
 * its products. All versions see the shop at one moment: both languages name the same products and prices. Repeated calls
 * change nothing. A rule of products that finds none any more pauses the campaign once.
 * @returns whether it goes on
 */
export function renderVersions(campaign: number, publicUrl: string): Promise<boolean> {
  return inTransaction(async (sql) => {
    // One snapshot for all versions; who waited for another process that renders them fails and finds them rendered.
    await sql`set transaction isolation level repeatable read`;
    const rows = await sql<VersionToRender[]>`
      select v.id, v.language, c.topic, c.watches_products,
        json_build_object('subject', v.subject, 'preheader', v.preheader, 'blocks', v.blocks) as content
      from private.mail_versions v join private.mail_campaigns c on c.number = v.campaign
      where v.campaign = ${campaign} and v.html is null and c.status = 'freezing' for update of v`;
    for (const { id, language, topic, watches_products, content } of rows) {
      const read = v.parse(campaignContent, content);
      const { html, text, products, links, hasEmptyRule } = await renderForSending(
        sql,
        topic,
        language,
        read,
        publicUrl,
        { campaign, version: id },
      );
      if (hasEmptyRule && watches_products) {
        await sql`select set_config('shop.actor', 'job:send-campaigns', true)`;
        await sql`
          update private.mail_campaigns set status = 'paused', paused_why = 'rule', paused_at = now() where number = ${campaign}`;
        return false;
      }
      await sql`
        update private.mail_versions set html = ${html}, text = ${text}, products = ${sql.json(products)},
          links = ${sql.json(links)}
        where id = ${id}`;
    }
    return true;
  });
}

interface VersionToRender {
  readonly id: number;
  readonly language: Language;
  readonly topic: string;
  /** Whether nobody has sent it on although its products are not what they were. */
  readonly watches_products: boolean;
  readonly content: unknown;
}

/** A mail as it is kept with its version: rendered, with the products in it and the prices that it names. */
export async function renderForSending(
  sql: Sql,
  topic: string,
  language: Language,
  content: CampaignContent,
  publicUrl: string,
  counted: RenderFacts["counted"],
): Promise<RenderedMail & { products: { id: string; price: number }[]; hasEmptyRule: boolean }> {
  const facts = await readRenderFacts(topic, language, content, publicUrl, sql);
  const products = [...facts.products.values()].map((product) => ({
    id: product.id,
    price: product.price_from,
  }));
  const hasEmptyRule = facts.picked.some((ids) => ids.length === 0);
  return { ...renderMail(content, { ...facts, counted }), products, hasEmptyRule };
}

/** Recipients of a page, where there are as many: a narrow segment has few among many subscriptions. */
const perPage = 1_000;
/** Subscriptions that the first look at a page takes in. All recipients among them are frozen together. */
const perLook = 5_000;
/** Of each further look, where the first found few: what a segment asks about orders is found anew for each. */
const perWideLook = 20_000;

/**
 * Freezes the next page of a campaign's recipients (private.freeze_mail_chunks).
 * @param senderDomain while it is warmed up, those who bought last are frozen first
 * @returns how many; null when another process is at it, or all are frozen
 */
export function freezePage(campaign: number, senderDomain: string): Promise<number | null> {
  return inTransaction(async (sql) => {
    const [row] = await sql<FreezingCampaign[]>`
      select c.id, c.name, c.topic, c.segment_filter as filter, c.freeze_cursor as cursor, s.time_zone, c.holdout,
        (c.recent_first or c.total = 0 and exists (select from private.warmup_today(${senderDomain}))) and not c.recent_done
          as is_recent,
        case when c.recent_cursor_id is not null then
          json_build_object('at', c.recent_cursor_at::text, 'id', c.recent_cursor_id) end as recent_cursor, (
          select coalesce(max(k.chunk) + 1, 0) * 1000 from private.mail_chunks k where k.campaign = c.number) as before,
        c.voucher_promotion_id as promotion, c.total, c.allowed, private.mail_part(c.number) = 'trial' as is_trial
      from private.mail_campaigns c cross join shop_settings s
      where c.number = ${campaign} and c.status = 'freezing' for update of c skip locked`;
    if (!row) return null;
    await planAnew(sql, true);
    if (await isTooLarge(row)) {
      await sql`select set_config('shop.actor', 'job:send-campaigns', true)`;
      await sql`
        update private.mail_campaigns set status = 'paused', paused_why = 'size', paused_at = now() where number = ${campaign}`;
      return 0;
    }
    const size = row.is_recent
      ? await freezeRecent(sql, campaign, row)
      : await freezeInOrder(sql, campaign, row);
    if (size && row.promotion !== null) {
      await giveCodes(sql, {
        campaign,
        campaignId: row.id,
        campaignName: row.name,
        topic: row.topic,
        promotionId: row.promotion,
        isFirst: row.cursor === null && row.recent_cursor === null,
        before: row.before,
        count: size,
      });
    }
    if (row.promotion !== null) await countCodes(sql, row.id);
    return size;
  });
}

/**
 * How statements of the transaction are planned. Anew: however large the list has become, the recipients of a page are looked up one
 * by one, never joined with all others. The checks of each row that is written keep their plans.
 */
async function planAnew(sql: Sql, isAnew: boolean): Promise<void> {
  await sql`
    select set_config('plan_cache_mode', ${isAnew ? "force_custom_plan" : "force_generic_plan"}, true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`;
}

/**
 * Whether a campaign with two subjects has outgrown what it may reach, before its trial begins: the recipients of the trial alone
 * would not show it. One that cannot be counted pauses at the rest.
 */
async function isTooLarge({
  is_trial,
  total,
  allowed,
  topic,
  filter,
}: FreezingCampaign): Promise<boolean> {
  if (!is_trial || total > 0 || allowed === null) return false;
  const counted = await countSegment(topic, readFilter(filter));
  return counted.ok && counted.value.total > allowed;
}

interface FreezingCampaign {
  /** Whether two subjects are tried first. */
  readonly is_trial: boolean;
  /** Recipients frozen so far, and how many it may reach; null: any number. */
  readonly total: number;
  readonly allowed: number | null;
  readonly id: string;
  readonly name: string;
  readonly topic: string;
  readonly filter: string | null;
  readonly cursor: string | null;
  readonly time_zone: string;
  readonly holdout: number;
  /** Whether those who bought are frozen now, the last first. */
  readonly is_recent: boolean;
  readonly recent_cursor: RecentCursor | null;
  /** The number of the last delivery. */
  readonly before: number;
  readonly promotion: string | null;
}

/** Recipients in the order of their ids. */
async function freezeInOrder(
  sql: Sql,
  campaign: number,
  row: FreezingCampaign,
): Promise<number | null> {
  const { ids, reached, isLast } = await choose(
    sql,
    await wantedOf(sql, campaign, row),
    row.cursor,
  );
  return freeze(sql, campaign, ids, reached, isLast);
}

/** Recipients in the order of their last order. */
async function freezeRecent(
  sql: Sql,
  campaign: number,
  row: FreezingCampaign,
): Promise<number | null> {
  await sql`update private.mail_campaigns set recent_first = true where number = ${campaign} and not recent_first`;
  const wanted = await wantedOf(sql, campaign, row);
  const { ids, cursor, isLast } = await chooseRecent(sql, wanted, row.recent_cursor, perPage);
  await sql`
    update private.mail_campaigns set recent_done = ${isLast}, recent_cursor_at = ${cursor?.at ?? null}::timestamptz,
      recent_cursor_id = ${cursor?.id ?? null}
    where number = ${campaign}`;
  return freeze(sql, campaign, ids, null, false);
}

/** @param isLast whether no recipient is left behind the cursor `reached` */
async function freeze(
  sql: Sql,
  campaign: number,
  ids: readonly string[],
  reached: string | null,
  isLast: boolean,
): Promise<number | null> {
  await planAnew(sql, false);
  const [frozen] = await sql<{ size: number | null }[]>`
    select private.freeze_mail_chunks(${campaign}, ${[...ids]}::uuid[], ${reached}::uuid, ${isLast}) as size`;
  return frozen?.size ?? null;
}

async function wantedOf(
  sql: Sql,
  campaign: number,
  { topic, filter: text, time_zone, holdout }: FreezingCampaign,
): Promise<WantedRecipients> {
  const filter = readFilter(text);
  const part = await partOf(sql, campaign);
  return { campaign, topic, filter, timeZone: time_zone, part, holdout };
}

async function partOf(sql: Sql, campaign: number): Promise<MailPart> {
  const [row] = await sql<{ part: MailPart }[]>`select private.mail_part(${campaign}) as part`;
  if (!row) throw new Error("a campaign has no part");
  return row.part;
}

function readFilter(text: string | null): Filter | null {
  if (text === null) return null;
  const read = readSegmentFilter(text);
  if (!read.ok) throw new Error("the filter of a campaign cannot be read");
  return read.value;
}

/** Before every recipient. */
const noId = "00000000-0000-0000-0000-000000000000";

/** The next recipients behind the cursor. */
async function choose(
  sql: Sql,
  wanted: WantedRecipients,
  cursor: string | null,
): Promise<{ ids: readonly string[]; reached: string | null; isLast: boolean }> {
  const ids: string[] = [];
  let most = perLook;
  for (let reached = cursor; ; most = perWideLook) {
    const [look] = await sql<{ ids: string[]; count: number; last: string | null }[]>`
      select coalesce(array_agg(w.id order by w.id) filter (where w.is_wanted), '{}') as ids, count(*)::int as count,
        (array_agg(w.id order by w.id desc))[1] as last
      from (
        select s.recipient_id as id, ${isWanted(sql, wanted)} as is_wanted
        from (
          select * from subscriptions where topic = ${wanted.topic} and state = 'subscribed'
            and recipient_id > ${reached ?? noId}::uuid
          order by recipient_id limit ${most}
        ) s join private.mail_recipients r on r.id = s.recipient_id
        join private.mail_audience a on a.recipient_id = s.recipient_id and a.topic = s.topic
        left join private.recipient_facts f on f.recipient_id = s.recipient_id
      ) w`;
    ids.push(...(look?.ids ?? []));
    reached = look?.last ?? reached;
    if ((look?.count ?? 0) < most) return { ids, reached, isLast: true };
    if (ids.length >= perPage) return { ids, reached, isLast: false };
  }
}
