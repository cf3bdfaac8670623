/* The push subscription of this browser. Runs in the browser only. */

export type PushState = "unsupported" | "denied" | "off" | "on";

export async function readPushState(publicKey: string): Promise<PushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return "unsupported";
  }
  if (Notification.permission === "denied") return "denied";
  return (await currentSubscription(publicKey)) ? "on" : "off";
}

/** @returns the subscription; undefined without one, or when it was made for another key */
async function currentSubscription(publicKey: string): Promise<PushSubscription | undefined> {
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  const key = subscription?.options.applicationServerKey;
  return subscription && key && base64url(new Uint8Array(key)) === publicKey
    ? subscription
    : undefined;
}

/**
 * Asks for the permission and subscribes.
 * @returns `PushSubscription.toJSON()` as text; null when the person refused
 * @throws when the browser's push service cannot be reached
 */
export async function subscribe(publicKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  // The page may not have registered the service worker yet.
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const present = await currentSubscription(publicKey);
  if (present) return JSON.stringify(present);
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  return JSON.stringify(subscription);
}

/** The subscription, if there is one, as text. A sign-out stops its messages, so it is renewed after each sign-in. */
export async function subscriptionToRenew(): Promise<string | undefined> {
  if (!("serviceWorker" in navigator && "PushManager" in window)) return undefined;
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  return subscription ? JSON.stringify(subscription) : undefined;
}

export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
