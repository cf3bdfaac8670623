import { useLanguage } from "#app/language.ts";
import { useNotificationWords } from "#app/messages/admin/notifications.ts";
import { formatRupiah } from "#shop/money.ts";
import type { Notification } from "#shop/notifications/notification.ts";
import { useTaskTitle } from "../tasks/task-title.ts";

/** The sentence of a notification. */
export function useNotificationText(): (notification: Notification) => string {
  const words = useNotificationWords();
  const language = useLanguage();
  const titleOf = useTaskTitle();
  return ({ kind, facts }) => {
    if (facts.count > 1) return words.several[kind](facts.count.toLocaleString(language));
    const { number, total, product, sku, task, days } = facts;
    const of = [
      number,
      kind === "new_order" && total !== undefined ? formatRupiah(total) : undefined,
      product ? `${product[language] || product.id} (${sku})` : undefined,
      task ? titleOf(task) : undefined,
      days === undefined ? undefined : String(days),
    ];
    return words.single[kind](of.filter((part) => part !== undefined).join(" · "));
  };
}
