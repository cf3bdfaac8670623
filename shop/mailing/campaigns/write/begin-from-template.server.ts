import * as v from "valibot";
import type { Language } from "#base/language.ts";
import { fail, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { campaignContent } from "#shop/mailing/campaigns/block.ts";
import { listCampaignTopics } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { ownTemplates, templateTexts } from "./own-templates.ts";
import { type SaveProblem, saveCampaign } from "./save-campaign.server.ts";
import type { usedTemplate } from "./template.ts";

const templateContents = v.object({
  id: v.nullable(campaignContent),
  en: v.nullable(campaignContent),
});

interface Found {
  readonly name: string;
  readonly contents: v.InferOutput<typeof templateContents>;
}

/**
 * Staff: makes a draft that says what a template says, for everybody who subscribed to the first topic. The same new id again changes
 * nothing.
 * @param language of the person, for the name of a template of the program
 */
export async function beginFromTemplate(
  actor: Person,
  { template, newId }: v.InferOutput<typeof usedTemplate>,
  language: Language,
): Promise<Result<{ version: number }, SaveProblem>> {
  if (!may(actor, "mail.send")) return fail("not_permitted");
  const found = await findTemplate(template, language);
  const [topic] = await listCampaignTopics();
  if (!found || !topic) return fail("not_found");
  const { name, contents } = found;
  return saveCampaign(actor, {
    id: newId,
    version: 0,
    name,
    topic: topic.slug,
    contents,
    segment_id: null,
    voucher_promotion_id: null,
    holdout: 0,
    window_from: 8,
    window_to: 20,
    // Who reads the other language gets the one that there is.
    fallback_language: contents.id ? "id" : "en",
  });
}

async function findTemplate(template: string, language: Language): Promise<Found | undefined> {
  const own = ownTemplates.find((one) => one === template);
  if (own) {
    const { name, contents } = templateTexts[own];
    return { name: name[language], contents: v.parse(templateContents, contents) };
  }
  const [row] = await asShop()<{ name: string; contents: unknown }[]>`
    select name, contents from private.mail_templates where id = ${template}`;
  return row && { name: row.name, contents: v.parse(templateContents, row.contents) };
}
