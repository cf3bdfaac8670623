import { lazy, type MouseEvent, Suspense, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { capped } from "#app/admin/kit/capped.ts";
import { useNotificationWords } from "#app/admin/notifications/messages/notifications.ts";
import { joinTopic } from "#app/browser/session/join-topic.ts";
import { useLocalPath } from "#app/language.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { loader } from "./newest.ts";

// Loaded on first use.
const Panel = lazy(() => import("./panel.tsx"));

/** Asked again this often where the websocket does not get through. Milliseconds. */
const pollMs = 60_000;

interface BellProps {
  personId: string;
  /** As the page was loaded, at most 100. */
  unread: number;
  /** Called with each message, and with each poll. */
  onNews: () => void;
}

/** Leads to the notifications; with a script it opens their panel, and its count follows the person's channel. */
export function Bell({ personId, unread: first, onNews }: BellProps) {
  const words = useNotificationWords();
  const to = useLocalPath();
  const [isOpen, setOpen] = useState(false);
  const [unread, setUnread] = useState(first);
  const { load, data } = useFetcher<typeof loader>();
  const address = `${to("/admin/Notifications/Newest")}?count`;
  useEffect(() => setUnread(first), [first]);
  useEffect(() => {
    if (data) setUnread(data.unread);
  }, [data]);
  useEffect(() => {
    const ask = () => {
      void load(address);
      onNews();
    };
    const leave = joinTopic(`staff:${personId}`, ask);
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") ask();
    }, pollMs);
    return () => {
      leave();
      clearInterval(timer);
    };
  }, [personId, load, address, onNews]);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <a
        href={to("/admin/Notifications")}
        onClick={open}
        aria-label={words.bell(capped(unread))}
        title={words.title}
        className="relative inline-grid size-11 shrink-0 place-items-center border border-control bg-card hover:border-ink lg:size-9"
      >
        <Icon name="bell" className="size-4" />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="figures absolute -top-1.5 -right-1.5 min-w-5 bg-carbon px-1 text-center text-xs leading-5 font-semibold text-on-carbon"
          >
            {capped(unread)}
          </span>
        ) : null}
      </a>
      <Suspense>{isOpen ? <Panel onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
