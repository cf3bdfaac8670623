import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { topicMailTexts } from "#shop/consent/topic-mail-texts.ts";

/** The mail that asks the owner of an address whether they want mails. @param topics their names in the language */
export function composeConfirmationMail(
  language: Language,
  shopName: string,
  topics: readonly string[],
  address: string,
): ComposedMail {
  const texts = topicMailTexts[language].confirm;
  const page = layoutMail({
    language,
    shopName,
    preview: texts.text,
    blocks: [
      { kind: "heading", text: texts.heading },
      { kind: "text", text: texts.text },
      { kind: "text", text: topics.join(", ") },
      { kind: "button", text: texts.button, url: address },
      { kind: "text", text: texts.otherwise },
    ],
    footer: texts.footer(shopName),
  });
  return { subject: texts.subject(shopName), ...page };
}
