import { createECDH } from "node:crypto";
import { describe, expect, test } from "vitest";
import { askAxe } from "#tests/support/browser/axe.ts";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/**
 * Replaces the browser's push manager, because headless Chromium has none. Runs in the page.
 * @param json the subscription that it makes
 */
function replacePushManager(json: { endpoint: string; keys: Record<string, string> }) {
  let present: unknown = null;
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = () => Promise.resolve("granted");
  PushManager.prototype.getSubscription = () => Promise.resolve(present as PushSubscription | null);
  PushManager.prototype.subscribe = (options) => {
    const text = String(options?.applicationServerKey).replaceAll("-", "+").replaceAll("_", "/");
    const key = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    present = {
      options: { applicationServerKey: key.buffer },
      toJSON: () => json,
      unsubscribe: () => {
        present = null;
        return Promise.resolve(true);
      },
    };
    return Promise.resolve(present as PushSubscription);
  };
}

describe.runIf(hasBrowser)("notifications on devices", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("staff turn a device on, send an example, and turn it off", async () => {
    const keys = createECDH("prime256v1");
    keys.generateKeys();
    const { page, complaints } = await chromium.open({ width: 390 });
    await page.addInitScript(replacePushManager, {
      endpoint: "https://push.example/device",
      keys: { p256dh: keys.getPublicKey("base64url"), auth: "AAAAAAAAAAAAAAAAAAAAAA" },
    });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Notifications");
    await settled(page);
    await page.getByRole("button", { name: "Nyalakan di perangkat ini" }).click();
    await page.getByText("(perangkat ini)").waitFor();
    const devices = () => asSeed()`
      select d.endpoint, u.email from private.push_subscriptions d join auth.users u on u.id = d.person_id`;
    expect(await devices()).toEqual([
      { endpoint: "https://push.example/device", email: "admin@etalase.test" },
    ]);
    expect(await askAxe(page, { within: "main" })).toEqual([]);
    await page.getByRole("button", { name: "Kirim contoh" }).click();
    await page.getByText("Contoh dikirim").waitFor();
    await page.getByRole("button", { name: /^Matikan pemberitahuan di Chrome/ }).click();
    await page.getByRole("button", { name: "Nyalakan di perangkat ini" }).waitFor();
    expect(await devices()).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
