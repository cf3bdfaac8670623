import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useNotificationWords } from "#app/admin/notifications/messages/notifications.ts";
import { useLocalPath } from "#app/language.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { loader } from "./newest.ts";
import { NotificationList } from "./notification-list.tsx";

/** The newest notifications, over the page. Escape closes it. */
export default function Panel({ onClose }: { onClose: () => void }) {
  const words = useNotificationWords();
  const to = useLocalPath();
  // Read again by itself after one was marked as read.
  const { load, data } = useFetcher<typeof loader>();
  const { submit } = useFetcher();
  const address = to("/admin/Notifications/Newest");
  useEffect(() => void load(address), [load, address]);
  const newest = data?.notifications[0]?.id;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      place="side"
      footer={
        <div className="flex flex-wrap gap-2">
          {data && data.unread > 0 && newest !== undefined ? (
            <Button
              look="quiet"
              icon="check"
              onClick={() =>
                void submit(
                  { intent: "read-all", up_to: newest },
                  { method: "post", action: to("/admin/Notifications") },
                )
              }
            >
              {words.markAll}
            </Button>
          ) : null}
          <ButtonLink to={to("/admin/Notifications")} look="bare" onClick={onClose}>
            {words.all}
          </ButtonLink>
        </div>
      }
    >
      {data === undefined ? (
        <div aria-busy="true" className="min-h-40" />
      ) : data.notifications.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      ) : (
        <NotificationList notifications={data.notifications} onOpen={onClose} />
      )}
    </Dialog>
  );
}
