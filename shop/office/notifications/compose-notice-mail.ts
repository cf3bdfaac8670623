import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { staffMailTexts } from "./compose-digest-mail.ts";
import type { NotificationFacts, NotificationKind } from "./notification.ts";

export interface Noticed {
  readonly kind: NotificationKind;
  readonly facts: NotificationFacts;
}

/** Composes the mail about new notifications. It contains no customer data. */
export function composeNoticeMail(
  language: Language,
  shopName: string,
  notices: readonly Noticed[],
  address: string,
): ComposedMail {
  const { kinds, now, button } = staffMailTexts[language];
  const lines = notices.map(({ kind, facts }) => ({
    label: kinds[kind],
    value: whatOf(facts, language),
  }));
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

function whatOf(facts: NotificationFacts, language: Language): string {
  const { count, number, total, sku, task, approval, campaign, sale } = facts;
  const parts = [
    number,
    total === undefined ? undefined : formatRupiah(total, language),
    sku,
    task?.title,
    approval?.title,
    campaign,
    sale,
  ].filter((part) => part !== undefined);
  return count > 1 || parts.length === 0 ? String(count) : parts.join(" · ");
}
