import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { Language } from "#base/language.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { campaignContent } from "#shop/mailing/campaigns/block.ts";
import { renderForSending } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { readTimeline } from "#shop/mailing/campaigns/send/open-campaigns.server.ts";
import { countCodes, giveCodes } from "#shop/mailing/campaigns/vouchers/give-codes.server.ts";
import { type AutomationSlug, ledgerAutomations } from "./automation.ts";

/** The task of the queue that looks for occasions. */
export const runAutomationsTask = "run-automations";

const asJob = `select set_config('shop.actor', 'job:${runAutomationsTask}', true)`;

/** Minutes without a look after which a person must say that an automation goes on, as with campaigns. */
const silentMinutes = 30;
/** Recipients of one chunk. */
const perChunk = 1_000;
/** Hours for which the mails of one campaign take recipients: not one campaign for each look, and not one for ever. */
const batchHours = 24;

/**
 * Says that somebody looks for occasions. Automations that nobody looked at for half an hour, or that began on another
 * history of the server, wait for a person: both may mean a restored copy of the shop.
 */
export async function tickAutomations(): Promise<void> {
  const timeline = await readTimeline();
  await inTransaction(async (sql) => {
    await sql.unsafe(asJob);
    await sql`select private.pause_automations('silent', silent_minutes => ${silentMinutes})`;
    if (timeline !== null) {
      await sql`select private.pause_automations('restored', on_timeline => ${timeline})`;
    }
    await sql`
      update private.mail_automations set tick_at = clock_timestamp(), timeline = coalesce(timeline, ${timeline})
      where is_on and paused_why is null`;
  });
}

/** Pauses every automation that a restored backup would go on with. @returns how many */
export function pauseRestoredAutomations(): Promise<number> {
  return inTransaction(async (sql) => {
    await sql.unsafe(asJob);
    const [row] = await sql<{ paused: number }[]>`
      select private.pause_automations('restored') as paused`;
    return row?.paused ?? 0;
  });
}

/**
 * The job: gives each new occasion to the sender of campaigns. Any number of processes may do so at once; the runs are
 * unique in the database.
 */
export async function runAutomations(publicUrl: string): Promise<void> {
  await tickAutomations();
  for (const slug of ledgerAutomations) {
    for (let size = perChunk; size >= perChunk; ) size = await runOne(slug, publicUrl);
  }
}

/** @returns how many occasions were found, 0 when the automation does not run */
async function runOne(slug: AutomationSlug, publicUrl: string): Promise<number> {
  const due = await asShop()<{ recipient_id: string; occasion: string }[]>`
    select d.* from private.mail_automations a cross join lateral private.automation_due(
      a.slug, greatest(a.on_since, now() - interval '1 day'), now(), ${perChunk}) d
    where a.slug = ${slug} and private.runs_automation(a.slug)`;
  if (due.length === 0) return 0;
  const campaign = await openBatch(slug, publicUrl);
  if (campaign === undefined) return 0;
  const added = await inTransaction(async (sql) => {
    const [row] = await sql<{ added: number | null }[]>`
      select private.append_automation_chunk(${campaign}, ${due.map((one) => one.recipient_id)}::uuid[],
        ${due.map((one) => one.occasion)}) as added`;
    if (row?.added) await giveCodesOf(sql, campaign, row.added);
    return row?.added;
  });
  // Without anybody new the same people would be found again at once.
  return added ? due.length : 0;
}

/** Gives the recipients of a campaign's newest chunk a code each, where its text has a promotion. */
async function giveCodesOf(sql: Sql, campaign: number, count: number): Promise<void> {
  const [row] = await sql<
    { id: string; name: string; topic: string; promotion: string; chunk: number }[]
  >`
    select c.id, c.name, c.topic, c.voucher_promotion_id as promotion, (
      select max(k.chunk) from private.mail_chunks k where k.campaign = c.number) as chunk
    from private.mail_campaigns c where c.number = ${campaign} and c.voucher_promotion_id is not null`;
  if (!row) return;
  await sql.unsafe(asJob);
  await giveCodes(sql, {
    campaign,
    campaignId: row.id,
    campaignName: row.name,
    topic: row.topic,
    promotionId: row.promotion,
    isFirst: row.chunk === 0,
    before: row.chunk * perChunk,
    count,
  });
  await countCodes(sql, row.id);
}

/** The campaign that takes recipients now: the one of this day, or a new one with the present text. */
function openBatch(slug: AutomationSlug, publicUrl: string): Promise<number | undefined> {
  return inTransaction(async (sql) => {
    await sql.unsafe(asJob);
    const [a] = await sql<{ template: string; version: number; timeline: number | null }[]>`
      select a.template, t.version, a.timeline from private.mail_automations a join private.mail_campaigns t on t.id = a.template
      where a.slug = ${slug} and private.runs_automation(a.slug) for update of a`;
    if (!a) return undefined;
    const [open] = await sql<{ number: number }[]>`
      select number from private.mail_campaigns
      where automation = ${slug} and status = 'sending' and accepts_until > clock_timestamp() and version = ${a.version}
      order by number desc limit 1`;
    if (open) return open.number;
    await sql`
      update private.mail_campaigns set accepts_until = clock_timestamp()
      where automation = ${slug} and status = 'sending' and accepts_until > clock_timestamp()`;
    return makeBatch(sql, a, publicUrl);
  });
}

/** Copies the text of an automation as a campaign that is being sent to nobody yet, rendered. */
async function makeBatch(
  sql: Sql,
  { template, timeline }: { readonly template: string; readonly timeline: number | null },
  publicUrl: string,
): Promise<number> {
  const [made] = await sql<{ number: number; topic: string }[]>`
    insert into private.mail_campaigns (id, name, topic, automation, fallback_language, window_from, window_to, version,
      voucher_promotion_id)
    select ${randomUUID()}, t.name, t.topic, t.automation, t.fallback_language, t.window_from, t.window_to, t.version,
      t.voucher_promotion_id
    from private.mail_campaigns t where t.id = ${template} returning number, topic`;
  if (!made) throw new Error("an automation has no text");
  const versions = await sql<{ language: Language; content: unknown }[]>`
    select v.language, json_build_object('subject', v.subject, 'preheader', v.preheader, 'blocks', v.blocks) as content
    from private.mail_versions v join private.mail_campaigns t on t.number = v.campaign where t.id = ${template}`;
  for (const { language, content } of versions) {
    const read = v.parse(campaignContent, content);
    const [version] = await sql<{ id: number }[]>`
      insert into private.mail_versions (campaign, language, subject, preheader, blocks)
      values (${made.number}, ${language}, ${read.subject}, ${read.preheader}, ${sql.json(read.blocks)})
      returning id`;
    if (!version) throw new Error("inserting a version gave no row");
    const { html, text, products, links } = await renderForSending(
      sql,
      made.topic,
      language,
      read,
      publicUrl,
      { campaign: made.number, version: version.id },
    );
    await sql`
      update private.mail_versions set html = ${html}, text = ${text}, products = ${sql.json(products)},
        links = ${sql.json(links)}
      where id = ${version.id}`;
  }
  await sql`
    update private.mail_campaigns set status = 'sending', started_at = clock_timestamp(), frozen_at = clock_timestamp(),
      tick_at = clock_timestamp(), timeline = ${timeline}, audience = 0,
      accepts_until = clock_timestamp() + make_interval(hours => ${batchHours})
    where number = ${made.number}`;
  return made.number;
}
