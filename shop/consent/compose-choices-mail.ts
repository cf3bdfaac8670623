import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { topicMailTexts } from "./topic-mail-texts.ts";

/** The mail with the link to the page of mail choices. */
export function composeChoicesMail(
  language: Language,
  shopName: string,
  address: string,
): ComposedMail {
  const texts = topicMailTexts[language].link;
  const page = layoutMail({
    language,
    shopName,
    preview: texts.text,
    blocks: [
      { kind: "heading", text: texts.heading },
      { kind: "text", text: texts.text },
      { kind: "button", text: texts.button, url: address },
    ],
    footer: texts.footer(shopName),
  });
  return { subject: texts.subject, ...page };
}
