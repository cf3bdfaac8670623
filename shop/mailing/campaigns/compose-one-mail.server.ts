import type { ComposedMail } from "#integrations/mail/layout.ts";
import type { CampaignContent } from "./block.ts";
import { fillOccasion } from "./render/occasion.ts";
import type { RenderFacts } from "./render/render-facts.ts";
import { renderMail } from "./render/render-mail.ts";
import { fillVersion, readyVersion } from "./send/compose-message.server.ts";

/** A mail that one recipient gets by itself, for the outbox. */
export function composeOneMail(
  content: CampaignContent,
  facts: RenderFacts,
  target: {
    readonly recipientId: string;
    readonly topic: string;
    readonly name: string | null;
    /** Of a voucher; null: it has none. */
    readonly code: string | null;
  },
): ComposedMail {
  const { language, publicUrl, occasion } = facts;
  const said = occasion ? fillOccasion(content, occasion) : content;
  const rendered = { ...renderMail(said, facts), subject: said.subject, language };
  const filled = fillVersion({ publicUrl }, readyVersion(rendered), target);
  // Its pictures are addresses of the shop: a mail program asks for them.
  return { ...filled, pictures: [] };
}
