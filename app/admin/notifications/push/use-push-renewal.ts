import { useEffect } from "react";
import { useFetcher } from "react-router";
import { subscriptionToRenew } from "./subscribe.ts";

/** Key in `sessionStorage`: the session for which this tab has renewed the subscription. */
const storageKey = "push-renewed";

/** Resumes the push messages to this browser after a sign-in (`renewPush`). */
export function usePushRenewal(sessionKey: string, action: string): void {
  const { submit } = useFetcher({ key: "push-renewal" });
  useEffect(() => {
    if (sessionStorage.getItem(storageKey) === sessionKey) return;
    void subscriptionToRenew().then((subscription) => {
      sessionStorage.setItem(storageKey, sessionKey);
      if (subscription)
        void submit({ intent: "push-renew", subscription }, { method: "post", action });
    });
  }, [sessionKey, action, submit]);
}
