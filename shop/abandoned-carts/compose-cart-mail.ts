import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { cartMailTexts } from "./cart-mail-texts.ts";

/** The fields of a cart that its reminder shows. */
export interface MailCart {
  /** Reminders sent before this one. */
  reminders: number;
  full_name: string;
  language: Language;
  shop_name: string;
  lines: { label: string; value: string }[];
}

/** The first reminder of a cart, or the last one. */
export function composeCartMail(
  cart: MailCart,
  links: { readonly cart: string; readonly stop: { readonly text: string; readonly url: string } },
): ComposedMail {
  const texts = cartMailTexts[cart.language];
  const { subject, body } = texts.rounds[cart.reminders === 0 ? 0 : 1];
  const page = layoutMail({
    language: cart.language,
    shopName: cart.shop_name,
    preview: body,
    blocks: [
      { kind: "heading", text: subject },
      { kind: "text", text: `${texts.greeting(cart.full_name)}\n\n${body}` },
      { kind: "lines", lines: cart.lines },
      { kind: "button", text: texts.button, url: links.cart },
    ],
    footer: texts.footer(cart.shop_name),
    footerLink: links.stop,
  });
  return { subject, ...page };
}
