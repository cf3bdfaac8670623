import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { staffMailTexts } from "./compose-digest-mail.ts";
import { type Noticed, noticeLine } from "./notice-line.ts";

/** Composes the mail about new notifications. It contains no customer data. */
export function composeNoticeMail(
  language: Language,
  shopName: string,
  notices: readonly Noticed[],
  address: string,
): ComposedMail {
  const { now, button } = staffMailTexts[language];
  const lines = notices.map((notice) => noticeLine(notice, language));
  const count = notices.reduce((sum, { facts }) => sum + facts.count, 0);
  const [first] = lines;
  const subject =
    lines.length === 1 && first ? `${first.label}: ${first.value}` : now.subject(count);
  const page = layoutMail({
    language,
    shopName,
    preview: lines.map(({ label, value }) => `${label}: ${value}`).join(", "),
    blocks: [
      { kind: "heading", text: subject },
      { kind: "text", text: now.text },
      { kind: "lines", lines },
      { kind: "button", text: button, url: address },
    ],
    footer: now.footer(shopName),
  });
  return { subject, ...page };
}
