import { config } from "#base/config.server.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { type Sql, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import type { CampaignInput } from "#shop/mailing/campaigns/campaign.ts";
import { passesOutbox } from "#shop/mailing/campaigns/render/occasion.ts";
import { type Arm, armsOf, contentOfArm, hasTrial } from "#shop/mailing/campaigns/trial/arm.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { anybody, checkCampaign } from "./check-campaign.server.ts";
import { isFirstSave, noteDraft } from "./note-draft.server.ts";

export type SaveProblem =
  | "not_permitted"
  | "not_found"
  | "changed_meanwhile"
  | "campaign_state"
  | "checks_failed"
  | "topic_unknown"
  | "segment_unknown"
  | "promotion_unknown"
  | "voucher_not_permitted";

/**
 * Writes a draft with its contents, and notes it in the draft's history. A new draft that comes again as it was changes nothing;
 * with other content it is another tab's, and is refused as a colleague's change is.
 * @param options.isAuto the editor saves by itself
 * @returns the version after the save
 */
export async function saveCampaign(
  actor: Person,
  input: CampaignInput,
  { isAuto = false }: { isAuto?: boolean } = {},
): Promise<Result<{ version: number }, SaveProblem>> {
  try {
    return await asStaff<{ version: number }, SaveProblem>(actor, "mail.send", (sql) =>
      save(sql, actor, input, isAuto),
    );
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "mail_campaign_topic_unknown") return fail("topic_unknown");
    if (constraint === "mail_campaign_segment_unknown") return fail("segment_unknown");
    if (constraint === "mail_campaign_promotion_unknown") return fail("promotion_unknown");
    throw error;
  }
}

async function save(
  sql: Sql,
  actor: Person,
  { id, version, contents, ...input }: CampaignInput,
  isAuto: boolean,
): Promise<Result<{ version: number }, SaveProblem>> {
  const { name, topic, segment_id, voucher_promotion_id, fallback_language } = input;
  const { window_from, window_to, holdout } = input;
  const [topicRow] = await sql`
    select from private.mail_topics t where t.slug = ${topic} and t.archived_at is null and (t.marketing or t.is_own or exists (
      select from private.mail_campaigns c where c.id = ${id} and c.automation is not null))`;
  if (!topicRow) return fail("topic_unknown");
  const made =
    version === 0
      ? await sql`
          insert into private.mail_campaigns (id, name, topic, fallback_language, window_from, window_to, created_by)
          values (${id}, ${name}, ${topic}, ${fallback_language}, ${window_from}, ${window_to}, ${actor.id})
          on conflict (id) do nothing returning id`
      : [];
  const [known] = await sql<
    {
      number: number;
      version: number;
      status: string;
      automation: string | null;
      topic: string;
      voucher_promotion_id: string | null;
    }[]
  >`
    select number, version, status, automation, topic, voucher_promotion_id
    from private.mail_campaigns where id = ${id} for update`;
  if (!known) return fail("not_found");
  if (known.status !== "draft") return fail("campaign_state");
  if (version !== 0 && known.version !== version) return fail("changed_meanwhile");
  // What an automation says goes to those whom the occasion finds.
  if (known.automation && (topic !== known.topic || segment_id !== null || hasTrial(contents))) {
    return fail("campaign_state");
  }
  // Mails that pass the outbox have no row that a code could belong to (docs/why/mailing.md).
  if (voucher_promotion_id !== null && passesOutbox(known.automation))
    return fail("campaign_state");
  const content = { ...input, contents };
  if (version === 0 && made.length === 0) {
    const isRepeat = await isFirstSave(sql, known.number, content);
    return isRepeat ? ok({ version: known.version }) : fail("changed_meanwhile");
  }
  // Each recipient gets a code: that is making codes in bulk.
  const isNewVoucher =
    voucher_promotion_id !== null && voucher_promotion_id !== known.voucher_promotion_id;
  if (isNewVoucher && !may(actor, "promos.bulk")) return fail("voucher_not_permitted");
  const next = version === 0 ? known.version : version + 1;
  await sql`
    update private.mail_campaigns set name = ${name}, topic = ${topic}, segment_id = ${segment_id},
      voucher_promotion_id = ${voucher_promotion_id}, holdout = ${holdout}, fallback_language = ${fallback_language}, window_from = ${window_from}, window_to = ${window_to}, version = ${next}
    where id = ${id}`;
  for (const language of ["id", "en"] as const) {
    const content = contents[language];
    const kept = content ? armsOf(content) : [];
    await sql`
      delete from private.mail_versions
      where campaign = ${known.number} and language = ${language} and arm <> all(${[...kept]})`;
    if (content) {
      for (const arm of kept) await writeVersion(sql, known.number, language, arm, content, actor);
    }
  }
  if (known.automation && (await stopsAutomation(sql, known.automation, { contents, ...input }))) {
    return fail("checks_failed");
  }
  await noteDraft(sql, known.number, next, { author: actor.id, isAuto, content });
  return ok({ version: next });
}

async function writeVersion(
  sql: Sql,
  campaign: number,
  language: Language,
  arm: Arm,
  content: CampaignContent,
  author: Person,
): Promise<void> {
  const { subject, preheader, blocks } = contentOfArm(content, arm);
  await sql`
    insert into private.mail_versions (campaign, language, arm, subject, preheader, blocks, author)
    values (${campaign}, ${language}, ${arm}, ${subject}, ${preheader}, ${sql.json(blocks)}, ${author.id})
    on conflict on constraint mail_version_once do update set subject = excluded.subject,
      preheader = excluded.preheader, blocks = excluded.blocks, author = excluded.author, updated_at = now()`;
}

/** Whether an automation that is on could not go on with a text. */
async function stopsAutomation(
  sql: Sql,
  automation: string,
  text: Omit<CampaignInput, "id" | "version">,
): Promise<boolean> {
  const [row] = await sql<{ is_on: boolean }[]>`
    select is_on from private.mail_automations where slug = ${automation}`;
  if (!row?.is_on) return false;
  const facts = { publicUrl: config().publicUrl, hasMailServer: true, audience: anybody };
  const checks = await checkCampaign({ ...text, automation, tested: true }, facts, sql);
  return checks.some(({ level }) => level === "stop");
}

/** Deletes a draft. */
export function deleteDraft(
  actor: Person,
  id: string,
): Promise<Result<null, "not_permitted" | "not_found" | "campaign_state">> {
  return asStaff<null, "not_found" | "campaign_state">(actor, "mail.send", async (sql) => {
    const [known] = await sql<{ status: string }[]>`
      select status from private.mail_campaigns where id = ${id} and automation is null for update`;
    if (!known) return fail("not_found");
    if (known.status !== "draft") return fail("campaign_state");
    await sql`delete from private.mail_campaigns where id = ${id}`;
    return ok(null);
  });
}

/**
 * Copies a campaign as a new draft, without its promotion for those who may not make codes in bulk.
 * @param newId chosen by the form
 */
export function duplicateCampaign(
  actor: Person,
  id: string,
  newId: string,
): Promise<Result<{ id: string }, "not_permitted" | "not_found">> {
  return asStaff<{ id: string }, "not_found">(actor, "mail.send", async (sql) => {
    const [made] = await sql<{ number: number; of: number }[]>`
      insert into private.mail_campaigns as n (id, name, topic, segment_id, voucher_promotion_id, holdout, fallback_language, window_from, window_to, created_by)
      select ${newId}, c.name, c.topic, c.segment_id, case when ${may(actor, "promos.bulk")} then c.voucher_promotion_id end, c.holdout, c.fallback_language, c.window_from, c.window_to, ${actor.id}
      from private.mail_campaigns c where c.id = ${id} and c.automation is null
      on conflict (id) do nothing
      returning n.number, (select number from private.mail_campaigns where id = ${id}) as of`;
    const [known] = await sql`select id from private.mail_campaigns where id = ${newId}`;
    if (!known) return fail("not_found");
    if (made) {
      await sql`
        insert into private.mail_versions (campaign, language, arm, subject, preheader, blocks, author)
        select ${made.number}, language, arm, subject, preheader, blocks, ${actor.id}
        from private.mail_versions where campaign = ${made.of}`;
    }
    return ok({ id: newId });
  });
}
