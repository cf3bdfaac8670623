import type { AutomationText } from "#shop/mailing/automations/automation-text.server.ts";
import { composeOneMail } from "#shop/mailing/campaigns/compose-one-mail.server.ts";
import { cartMailTexts } from "./cart-mail-texts.ts";

/** The fields of a cart that its reminder shows. */
export interface MailCart {
  /** Reminders sent before this one. */
  readonly reminders: number;
  readonly full_name: string;
  readonly lines: readonly { readonly label: string; readonly value: string }[];
}

/** The first reminder of a cart, or the last one, which says so. */
export function composeCartMail(
  cart: MailCart,
  { content, facts }: AutomationText,
  { recipientId, url }: { readonly recipientId: string; readonly url: string },
) {
  const texts = cartMailTexts[facts.language];
  const last = { kind: "text", text: texts.last } as const;
  const said = cart.reminders === 0 ? content : { ...content, blocks: [...content.blocks, last] };
  const occasion = { lines: cart.lines, button: { text: texts.button, url }, slots: {} };
  const target = { recipientId, topic: "news", name: cart.full_name || null, code: null };
  return composeOneMail(said, { ...facts, occasion }, target);
}
