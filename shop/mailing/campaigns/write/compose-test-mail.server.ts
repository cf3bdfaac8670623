import type { ComposedMail } from "#integrations/mail/layout.ts";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import { composeOneMail } from "#shop/mailing/campaigns/compose-one-mail.server.ts";
import { campaignMailTexts } from "#shop/mailing/campaigns/render/campaign-mail-texts.ts";
import type { RenderFacts } from "#shop/mailing/campaigns/render/render-facts.ts";
import type { Arm } from "#shop/mailing/campaigns/trial/arm.ts";

/** A campaign's mail as one recipient would get it, with a subject that says that it is a test. */
export function composeTestMail(
  content: CampaignContent,
  facts: RenderFacts,
  target: { readonly recipientId: string; readonly topic: string; readonly arm?: Arm | undefined },
): ComposedMail {
  const words = campaignMailTexts[facts.language];
  const mail = composeOneMail(content, facts, { ...target, name: null, code: words.sampleCode });
  return { ...mail, subject: `${words.test(target.arm?.toUpperCase())} ${mail.subject}` };
}
