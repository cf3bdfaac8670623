import { useEffect } from "react";
import { useFetcher } from "react-router";
import { subscriptionToRenew } from "./subscribe.ts";

/** Set once a tab has renewed the subscription for the session that it names. */
const storageKey = "push-renewed";

/** Assigns this browser's push subscription, if it has one, to the person's present session. */
export function usePushRenewal(sessionKey: string, action: string): void {
  const { submit } = useFetcher({ key: "push-renewal" });
  useEffect(() => {
    if (sessionStorage.getItem(storageKey) === sessionKey) return;
    void subscriptionToRenew().then((subscription) => {
      sessionStorage.setItem(storageKey, sessionKey);
      if (subscription)
        void submit({ intent: "push-on", subscription }, { method: "post", action });
    });
  }, [sessionKey, action, submit]);
}
