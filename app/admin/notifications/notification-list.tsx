import { useFetcher } from "react-router";
import { useNotificationWords } from "#app/admin/notifications/messages/notifications.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Notification, NotificationKind } from "#shop/office/notifications/notification.ts";
import { notificationPath } from "./notification-path.ts";
import { useNotificationText } from "./notification-text.ts";

const icons: Record<NotificationKind, IconName> = {
  new_order: "receipt-text",
  order_paid: "circle-check",
  new_enquiry: "mail",
  transfer_proof: "tag",
  payment_review: "triangle-alert",
  return_requested: "undo-2",
  proof_unanswered: "clock",
  sold_out: "package",
  low_stock: "package",
  mail_parked: "mail",
  order_unreachable: "mail",
  task_done: "circle-check",
  task_failed: "circle-alert",
  backup_old: "shield",
  mail_domain: "mail",
  campaign_paused: "triangle-alert",
  automation_paused: "triangle-alert",
  sale_withdrawn: "triangle-alert",
  approval_wanted: "circle-check",
  approval_decided: "circle-check",
};

/** Each leads to its thing, which marks it as read. @param onOpen closes the panel */
export function NotificationList({
  notifications,
  onOpen,
}: {
  notifications: readonly Notification[];
  onOpen?: () => void;
}) {
  const words = useNotificationWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const textOf = useNotificationText();
  const { submit, formData } = useFetcher();
  const mark = (id: number) =>
    submit({ intent: "read", id }, { method: "post", action: to("/admin/Notifications") });
  return (
    <ul className="grid border-t border-ink">
      {notifications.map((notification) => {
        const { id, kind, created_at } = notification;
        const text = textOf(notification);
        const isUnread = notification.read_at === null && formData?.get("id") !== String(id);
        return (
          <li
            key={id}
            data-unread={isUnread || undefined}
            className="group flex items-start gap-1 border-b border-rule"
          >
            <Link
              to={to(notificationPath(notification))}
              onClick={() => {
                if (isUnread) void mark(id);
                onOpen?.();
              }}
              className="flex min-h-14 min-w-0 flex-1 items-start gap-3 py-3 hover:text-carbon"
            >
              <Icon name={icons[kind]} className="mt-0.5 size-4 shrink-0" />
              <span className="grid min-w-0 gap-0.5">
                <span className="wrap-anywhere group-data-unread:font-semibold">
                  {isUnread ? <span className="sr-only">{words.unread}: </span> : null}
                  {text}
                </span>
                <span className="text-xs text-muted">
                  {formatMoment(created_at, language, zone)}
                </span>
              </span>
            </Link>
            {isUnread ? (
              <IconButton
                icon="check"
                label={words.markOne(text)}
                className="mt-1.5 text-muted"
                onClick={() => void mark(id)}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
