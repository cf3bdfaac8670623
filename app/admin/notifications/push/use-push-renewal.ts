import { useEffect } from "react";
import { useFetcher } from "react-router";
import { subscriptionToRenew } from "./subscribe.ts";

/** Key in `sessionStorage`: the session for which this tab has renewed the subscription. */
const storageKey = "push-renewed";

/** Assigns the push subscription of this browser, if there is one, to the person's present session. */
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
