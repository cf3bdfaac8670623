import type { Language } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { staffMailTexts } from "./compose-digest-mail.ts";
import type { NotificationFacts, NotificationKind } from "./notification.ts";

export interface Noticed {
  readonly kind: NotificationKind;
  readonly facts: NotificationFacts;
}

/** A notification in one line, for mails and push messages: its kind, and what it is about. It contains no customer data. */
export function noticeLine(
  { kind, facts }: Noticed,
  language: Language,
): { label: string; value: string } {
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
  const value = count > 1 || parts.length === 0 ? String(count) : parts.join(" · ");
  return { label: staffMailTexts[language].kinds[kind], value };
}
