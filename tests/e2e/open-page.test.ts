import type { Page, Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const slowly = { timeout: 10_000 };
const second = 1_000;
/** Lifetime of a session's token. */
const tokenLife = 3_600 * second;

/** Events of the page's sockets, by the page's clock in milliseconds. */
interface Sockets {
  readonly opened: number[];
  readonly closed: number[];
  readonly heartbeats: number[];
  /** Number of heartbeats that the shop has answered: the next one waits for the answer. */
  answered: number;
  isCutOff: boolean;
}
type Watched = typeof globalThis & { sockets: Sockets };

/** Runs in the page before its scripts. */
function watchSockets() {
  const sockets: Sockets = {
    opened: [],
    closed: [],
    heartbeats: [],
    answered: 0,
    isCutOff: false,
  };
  (globalThis as Watched).sockets = sockets;
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(sockets.isCutOff ? "/no-such-socket" : address, protocols);
      sockets.opened.push(Date.now());
      this.addEventListener("close", () => sockets.closed.push(Date.now()));
      this.addEventListener("message", ({ data }) => {
        if (/"phoenix","phx_reply"/.test(String(data))) sockets.answered++;
      });
    }

    override send(data: Parameters<WebSocket["send"]>[0]) {
      if (String(data).includes('"heartbeat"')) sockets.heartbeats.push(Date.now());
      if (sockets.isCutOff) this.close();
      else super.send(data);
    }
  };
}

/* How an open page refreshes its session and receives changes: the times of the specification's section 4. */
describe.runIf(hasBrowser)("a page that stays open", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram(() => ({ LOG_LEVEL: "error" }));

  const socketsOf = (page: Page) => page.evaluate(() => (globalThis as Watched).sockets);

  /** Staff's live list of orders, with a clock ahead of the shop's, in milliseconds. */
  const openList = async (page: Page, { ahead }: { ahead: number }) => {
    await signIn(page, program().url, "staff@etalase.test", "/admin/Orders");
    // Leave the page after signing in, or it would see the new time too.
    await page.goto("about:blank");
    await page.clock.install({ time: Date.now() + ahead });
    await page.addInitScript(watchSockets);
    await page.goto(`${program().url}/admin/Orders`);
  };
  const isRefresh = (request: Request) => request.url().includes("grant_type=refresh_token");

  test("refreshes its session from 90 seconds before its end", async () => {
    const { page } = await chromium.open({ width: 1280 });
    const refreshed: string[] = [];
    page.on("request", (request) => {
      if (isRefresh(request)) refreshed.push(request.url());
    });
    await openList(page, { ahead: tokenLife - 200 * second });
    await expect.poll(async () => (await socketsOf(page)).opened.length, slowly).toBe(1);
    await page.clock.runFor(60 * second);
    expect(refreshed, "more than 90 seconds are left").toEqual([]);
    const answer = page.waitForResponse((response) => isRefresh(response.request()));
    await page.clock.runFor(80 * second);
    expect((await answer).status()).toBe(200);
  });

  test("retries its refresh after 200 ms, then after twice the delay each time", async () => {
    const { page } = await chromium.open({ width: 1280 });
    const asked: number[] = [];
    await page.route(/grant_type=refresh_token/, async (route) => {
      asked.push(performance.now());
      if (asked.length < 4) await route.fulfill({ status: 503, json: { message: "busy" } });
      else await route.continue();
    });
    await openList(page, { ahead: tokenLife - 60 * second });
    await expect.poll(() => asked.length, slowly).toBeGreaterThanOrEqual(4);
    const pauses = asked.slice(1).map((time, index) => time - (asked[index] ?? time));
    // Playwright reports a request slightly after the page has made it.
    for (const [index, least] of [200, 400, 800].entries()) {
      expect(pauses[index]).toBeGreaterThan(least * 0.8);
    }
  });

  test("sends a heartbeat every 25 seconds, and reconnects after 1, 2, 5 and 10", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await openList(page, { ahead: 0 });
    await expect.poll(async () => (await socketsOf(page)).opened.length, slowly).toBe(1);
    await page.clock.pauseAt(Date.now() + 5 * second);
    let sockets = await socketsOf(page);
    /** Advances the page's clock once the network has done its part. */
    const goOn = async (isReady: () => boolean) => {
      await page.clock.runFor(second / 5);
      const look = async () => {
        sockets = await socketsOf(page);
        return isReady();
      };
      await expect.poll(look, slowly).toBe(true);
    };
    while (sockets.heartbeats.length < 3) {
      await goOn(() => sockets.answered === sockets.heartbeats.length);
    }
    const beats = sockets.heartbeats
      .slice(1)
      .map((time, index) => time - (sockets.heartbeats[index] ?? 0));
    for (const beat of beats) {
      expect(beat).toBeGreaterThanOrEqual(25 * second);
      expect(beat).toBeLessThanOrEqual(25.5 * second);
    }

    await page.evaluate(() => {
      (globalThis as Watched).sockets.isCutOff = true;
    });
    while (sockets.opened.length < 6) {
      // The first socket closes when it tries to send.
      await goOn(
        () => sockets.opened.length === 1 || sockets.closed.length === sockets.opened.length,
      );
    }
    const pauses = sockets.opened
      .slice(1)
      .map((time, index) => time - (sockets.closed[index] ?? 0));
    for (const [index, least] of [1, 2, 5, 10, 10].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(least * second);
      expect(pauses[index]).toBeLessThanOrEqual((least + 0.5) * second);
    }
  });
});
