import { useCallback, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { joinTopic } from "./join-topic.ts";

/** Asked again this often where the websocket does not get through. Milliseconds. */
const pollInterval = 15_000;

/**
 * Listens to one of the shop's private channels and reloads the page's data on a message. A message has no data, so a
 * lost one only delays a reload until the next poll.
 * @param options.isAutomatic false: changes are counted until `refresh` is called or `shown` changes
 * @param options.shown the data on the page, e.g. of the loader: new data holds all changes that were counted before
 */
export function useLiveTopic(
  topic: string,
  { isAutomatic, shown }: { isAutomatic: boolean; shown?: unknown },
): { staleCount: number; refresh: () => void } {
  const { revalidate, state } = useRevalidator();
  const [staleCount, setStaleCount] = useState(0);
  const [isWanted, setIsWanted] = useState(false);
  const refresh = useCallback(() => {
    setStaleCount(0);
    setIsWanted(true);
  }, []);

  // One reload at a time: changes during a reload wait for the next one.
  useEffect(() => {
    if (!isWanted || state !== "idle") return;
    setIsWanted(false);
    void revalidate();
  }, [isWanted, state, revalidate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new data
  useEffect(() => setStaleCount(0), [shown]);

  useEffect(() => {
    // Without the websocket, the interval below still reloads the data.
    const leave = joinTopic(
      topic,
      () => {
        setStaleCount((count) => count + 1);
        if (isAutomatic) setIsWanted(true);
      },
      // The page's data was read before the join. A change between the two sent this page no message.
      () => isAutomatic && setIsWanted(true),
    );
    const timer = setInterval(() => {
      if (isAutomatic && document.visibilityState === "visible") setIsWanted(true);
    }, pollInterval);
    // A phone's browser may have closed the websocket while another app was open, e.g. the bank's.
    const returned = () => {
      if (isAutomatic && document.visibilityState === "visible") setIsWanted(true);
    };
    document.addEventListener("visibilitychange", returned);
    return () => {
      leave();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", returned);
    };
  }, [topic, isAutomatic]);
  return { staleCount, refresh };
}
