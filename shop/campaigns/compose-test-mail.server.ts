import type { ComposedMail } from "#integrations/mail/layout.ts";
import type { CampaignContent } from "./block.ts";
import { campaignMailTexts } from "./campaign-mail-texts.ts";
import { type RenderFacts, renderMail } from "./render-mail.ts";
import { fillVersion, readyVersion } from "./sending/compose-message.server.ts";

/** A campaign's mail as one recipient would get it, with a subject that says that it is a test. */
export function composeTestMail(
  content: CampaignContent,
  facts: RenderFacts,
  target: { readonly recipientId: string; readonly topic: string },
): ComposedMail {
  const { language, publicUrl } = facts;
  const rendered = { ...renderMail(content, facts), subject: content.subject, language };
  const filled = fillVersion({ publicUrl }, readyVersion(rendered), {
    ...{ ...target, name: null, code: campaignMailTexts[language].sampleCode },
  });
  // Its pictures are addresses of the shop: a mail program asks for them.
  return {
    ...filled,
    pictures: [],
    subject: `${campaignMailTexts[language].test} ${filled.subject}`,
  };
}
