import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { sessionClient } from "#app/browser/session.client.ts";

/** Asked again this often where the websocket does not get through. Milliseconds. */
const pollInterval = 15_000;

/**
 * Reads the page's data again when the shop announces news of an order on its private channel. The message only
 * says that something happened, so a lost one costs a poll, never a wrong page.
 * @returns how often news have arrived, for a live region
 */
export function useLiveOrder(orderId: string): number {
  const revalidator = useRevalidator();
  const [news, setNews] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one subscription for each order
  useEffect(() => {
    let isGone = false;
    let leave: (() => void) | undefined;
    const refresh = () => {
      if (document.visibilityState === "visible") void revalidator.revalidate();
    };
    void sessionClient().then(async (client) => {
      const { data } = await client.auth.getSession();
      if (isGone || !data.session) return;
      await client.realtime.setAuth(data.session.access_token);
      const channel = client
        .channel(`order:${orderId}`, { config: { private: true } })
        .on("broadcast", { event: "changed" }, () => {
          setNews((count) => count + 1);
          void revalidator.revalidate();
        })
        .subscribe();
      leave = () => void client.removeChannel(channel);
      if (isGone) leave();
    });
    const timer = setInterval(refresh, pollInterval);
    return () => {
      isGone = true;
      leave?.();
      clearInterval(timer);
    };
  }, [orderId]);
  return news;
}
