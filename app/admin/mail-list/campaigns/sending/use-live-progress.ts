import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { joinChannel } from "#app/browser/session/join-topic.ts";
import type { LiveProgress } from "#shop/mailing/campaigns/send/live-progress.ts";

/** Milliseconds between two looks at whether messages arrive, and after which the page is read again instead. */
const lookMs = 2_000;
const silentMs = 3_000;

/**
 * The progress of a campaign as it is sent to open pages each second. Where no message arrives, the page is read again every two
 * seconds; so it is whenever the state of the campaign changes.
 * @param loaded as the page was loaded
 */
export function useLiveProgress(campaignId: string, loaded: LiveProgress): LiveProgress {
  const [live, setLive] = useState<LiveProgress>();
  const { revalidate, state } = useRevalidator();
  const heardAt = useRef(0);
  const isUnderWay = loaded.status === "freezing" || loaded.status === "sending";
  const isOver = loaded.status === "sent" || loaded.status === "cancelled";
  useEffect(() => {
    if (loaded) setLive(undefined);
  }, [loaded]);
  useEffect(() => {
    if (isOver) return;
    return joinChannel((client) =>
      client
        .channel(`campaign:${campaignId}`, { config: { private: true } })
        .on("broadcast", { event: "progress" }, ({ payload }) => {
          heardAt.current = performance.now();
          setLive(payload as LiveProgress);
        })
        .subscribe(),
    );
  }, [campaignId, isOver]);
  const isNew =
    live !== undefined && (live.status !== loaded.status || live.winner !== loaded.winner);
  useEffect(() => {
    if (isNew && state === "idle") void revalidate();
  }, [isNew, state, revalidate]);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      const isSilent = performance.now() - heardAt.current > silentMs;
      if (isSilent && state === "idle" && document.visibilityState === "visible") void revalidate();
    }, lookMs);
    return () => clearInterval(timer);
  }, [isUnderWay, state, revalidate]);
  return live ?? loaded;
}
