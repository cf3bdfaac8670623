import * as v from "valibot";
import { config } from "#base/config.server.ts";
import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { type CampaignContent, campaignContent } from "#shop/mailing/campaigns/block.ts";
import { readRenderFacts } from "#shop/mailing/campaigns/render/mail-facts.server.ts";
import type { RenderFacts } from "#shop/mailing/campaigns/render/render-facts.ts";
import type { AutomationSlug } from "./automation.ts";

/** What an automation says in a language, and what its mails need besides. */
export interface AutomationText {
  readonly content: CampaignContent;
  readonly facts: RenderFacts;
}

/** The present text of an automation for one recipient; in the other language where it has none in theirs. */
export async function readAutomationText(
  sql: Sql,
  slug: AutomationSlug,
  language: Language,
): Promise<AutomationText> {
  const [row] = await sql<{ topic: string; language: Language; content: unknown }[]>`
    select t.topic, v.language,
      json_build_object('subject', v.subject, 'preheader', v.preheader, 'blocks', v.blocks) as content
    from private.mail_automations a join private.mail_campaigns t on t.id = a.template
    join private.mail_versions v on v.campaign = t.number
    where a.slug = ${slug} order by v.language = ${language} desc limit 1`;
  if (!row) throw new Error("an automation has no text");
  const content = v.parse(campaignContent, row.content);
  const facts = await readRenderFacts(row.topic, row.language, content, config().publicUrl, sql);
  return { content, facts };
}
