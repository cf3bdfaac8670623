import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { campaignMailTexts } from "./campaign-mail-texts.ts";
import { readRenderFacts } from "./mail-facts.server.ts";
import { withoutClickMarks } from "./mail-links.ts";
import { fillOccasion, sampleOccasion } from "./occasion.ts";
import { findCampaign } from "./read-campaigns.server.ts";
import { type RenderedMail, renderMail } from "./render-mail.ts";
import { fillSlots, splitSlots } from "./slots.ts";
import { type Arm, armsOf, contentOfArm } from "./trial/arm.ts";

/**
 * A campaign's mail in one language as a nameless subscriber gets it: as it was rendered for sending, else as it is saved.
 * @param isDark the designed dark look, whatever the device prefers
 * @returns undefined for an unknown campaign, a language or an arm without content, and staff who may not read mails
 */
export async function readPreview(
  actor: Person,
  id: string,
  language: Language,
  publicUrl: string,
  { isDark = false, arm = "a" }: { readonly isDark?: boolean; readonly arm?: Arm } = {},
): Promise<Pick<RenderedMail, "html" | "text"> | undefined> {
  if (!may(actor, "mail.read")) return undefined;
  const campaign = await findCampaign(actor, id);
  const saved = campaign?.contents[language];
  if (!campaign || !saved || !armsOf(saved).includes(arm)) return undefined;
  const content = contentOfArm(saved, arm);
  const [stored] = await asShop()<{ html: string; text: string }[]>`
    select html, text from private.mail_versions
    where campaign = ${campaign.number} and language = ${language} and arm = ${arm} and html is not null`;
  const occasion = sampleOccasion(campaign.automation, language, publicUrl);
  const facts = await readRenderFacts(campaign.topic, language, content, publicUrl);
  const said = occasion ? fillOccasion(content, occasion) : content;
  const { html, text } = stored ?? renderMail(said, { ...facts, occasion });
  const values = {
    name: undefined,
    code: campaignMailTexts[language].sampleCode,
    stop: `${publicUrl}/Unsubscribe`,
    choose: `${publicUrl}/Unsubscribe`,
  };
  // Staff who try its links are counted as nobody.
  const fill = (marked: string) => fillSlots(splitSlots(withoutClickMarks(marked)), values);
  return {
    html: forLook(fill(html), isDark),
    text: fill(text),
  };
}

/** A preview shows one look on every device: the style sheet's dark rules always apply or never. */
function forLook(html: string, isDark: boolean): string {
  return isDark
    ? html.replace("(prefers-color-scheme:dark)", "all")
    : html.replace("(prefers-color-scheme:dark)", "not all").replace("light dark}", "light}");
}
