import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { escapeHtml } from "#integrations/mail/escape-html.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { campaignMailTexts } from "#shop/mailing/campaigns/render/campaign-mail-texts.ts";
import { readRenderFacts } from "#shop/mailing/campaigns/render/mail-facts.server.ts";
import { withoutClickMarks } from "#shop/mailing/campaigns/render/mail-links.ts";
import { fillOccasion, sampleOccasion } from "#shop/mailing/campaigns/render/occasion.ts";
import { renderMail } from "#shop/mailing/campaigns/render/render-mail.ts";
import {
  fillSlots,
  markNames,
  plainLine,
  type SlotValues,
  splitSlots,
} from "#shop/mailing/campaigns/render/slots.ts";
import { composeHeaders } from "#shop/mailing/campaigns/send/compose-message.server.ts";
import { senderFacts } from "#shop/mailing/campaigns/server-facts.server.ts";
import { type Arm, armsOf, contentOfArm } from "#shop/mailing/campaigns/trial/arm.ts";
import { forceDark } from "./force-dark.ts";
import type { Reader } from "./reader.ts";
import { findReader } from "./readers.server.ts";

/** `dark`: the designed dark look, whatever the device prefers; `forced`: as programs that turn colours round. */
export type PreviewLook = "light" | "dark" | "forced";

export interface PreviewOptions {
  readonly look?: PreviewLook;
  readonly arm?: Arm;
  /** Id of a recipient as whom the mail is seen; without one it is that of somebody without a name. */
  readonly as?: string | null;
}

export interface Preview {
  readonly html: string;
  readonly text: string;
  /** As a sender writes them, without a name of a delivery or a recipient's link that works. */
  readonly headers: string;
}

/**
 * A campaign's mail in one language: as it was rendered for sending, else as it is saved. Nothing is written, and no link in it stops
 * anybody's mails: the links of a recipient lead to the page that asks for an address.
 * @returns undefined for an unknown campaign or recipient, a language or an arm without content, and staff who may not read mails
 */
export async function readPreview(
  actor: Person,
  id: string,
  language: Language,
  publicUrl: string,
  { look = "light", arm = "a", as = null }: PreviewOptions = {},
): Promise<Preview | undefined> {
  if (!may(actor, "mail.read")) return undefined;
  const campaign = await findCampaign(actor, id);
  const saved = campaign?.contents[language];
  if (!campaign || !saved || !armsOf(saved).includes(arm)) return undefined;
  const reader = as === null ? null : await findReader(actor, as);
  if (reader === undefined) return undefined;
  const content = contentOfArm(saved, arm);
  const [stored] = await asShop()<{ html: string; text: string }[]>`
    select html, text from private.mail_versions
    where campaign = ${campaign.number} and language = ${language} and arm = ${arm} and html is not null`;
  const occasion = sampleOccasion(campaign.automation, language, publicUrl);
  const facts = await readRenderFacts(campaign.topic, language, content, publicUrl);
  const said = occasion ? fillOccasion(content, occasion) : content;
  const { html, text } = stored ?? renderMail(said, { ...facts, occasion });
  const values: SlotValues = {
    name: reader?.name ? plainLine(reader.name) : undefined,
    code: campaignMailTexts[language].sampleCode,
    stop: `${publicUrl}/Unsubscribe`,
    choose: `${publicUrl}/Unsubscribe`,
  };
  // Staff who try its links are counted as nobody.
  const fill = (marked: string, encode?: (value: string) => string) =>
    fillSlots(splitSlots(withoutClickMarks(marked)), values, encode);
  return {
    html: forLook(fill(html, escapeHtml), look),
    text: fill(text),
    headers: headersOf(campaign, fill(markNames(said.subject)), publicUrl, reader),
  };
}

/** A recipient of the documentation's own domain (RFC 2606). */
const exampleAddress = "penerima@example.com";

function headersOf(
  { id, number, topic, automation }: Campaign,
  subject: string,
  publicUrl: string,
  reader: Reader | null,
): string {
  return composeHeaders({ ...senderFacts(), publicUrl }, subject, {
    campaign: number,
    campaignId: id,
    topic,
    automation,
    n: 1,
    email: reader?.email ?? exampleAddress,
    token: "EXAMPLE-TOKEN",
    delivery: "EXAMPLE-MESSAGE-ID",
  });
}

/** A preview shows one look on every device: the style sheet's dark rules always apply or never. */
function forLook(html: string, look: PreviewLook): string {
  if (look === "dark") return html.replace("(prefers-color-scheme:dark)", "all");
  const light = look === "forced" ? forceDark(html) : html;
  return light.replace("(prefers-color-scheme:dark)", "not all").replace("light dark}", "light}");
}
