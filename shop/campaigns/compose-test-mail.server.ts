import type { ComposedMail } from "#integrations/mail/layout.ts";
import type { CampaignContent } from "./block.ts";
import { campaignMailTexts } from "./campaign-mail-texts.ts";
import { composeOneMail } from "./compose-one-mail.server.ts";
import type { RenderFacts } from "./render-mail.ts";

/** A campaign's mail as one recipient would get it, with a subject that says that it is a test. */
export function composeTestMail(
  content: CampaignContent,
  facts: RenderFacts,
  target: { readonly recipientId: string; readonly topic: string },
): ComposedMail {
  const mail = composeOneMail(content, facts, {
    ...{ ...target, name: null, code: campaignMailTexts[facts.language].sampleCode },
  });
  return { ...mail, subject: `${campaignMailTexts[facts.language].test} ${mail.subject}` };
}
