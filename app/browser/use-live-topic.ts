import { useCallback, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { sessionClient } from "./session.client.ts";

/** Asked again this often where the websocket does not get through. Milliseconds. */
const pollInterval = 15_000;

/**
 * Listens to one of the shop's private channels and reloads the page's data on a message. A message has no data, so a
 * lost one only delays a reload until the next poll.
 * @param options.isAutomatic false: changes are counted until `refresh` is called
 */
export function useLiveTopic(
  topic: string,
  { isAutomatic }: { isAutomatic: boolean },
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

  useEffect(() => {
    let isGone = false;
    let leave = () => {};
    const join = async () => {
      const client = await sessionClient();
      const { data } = await client.auth.getSession();
      if (isGone || !data.session) return;
      await client.realtime.setAuth(data.session.access_token);
      const channel = client
        .channel(topic, { config: { private: true } })
        .on("broadcast", { event: "changed" }, () => {
          setStaleCount((count) => count + 1);
          if (isAutomatic) setIsWanted(true);
        })
        .subscribe();
      leave = () => void client.removeChannel(channel);
      if (isGone) leave();
    };
    // Without the websocket the page still asks again and again.
    join().catch((error: unknown) => console.error("No live news", error));
    const timer = setInterval(() => {
      if (isAutomatic && document.visibilityState === "visible") setIsWanted(true);
    }, pollInterval);
    return () => {
      isGone = true;
      leave();
      clearInterval(timer);
    };
  }, [topic, isAutomatic]);
  return { staleCount, refresh };
}
