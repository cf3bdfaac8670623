import { describe, expect, test } from "vitest";
import { hasBrowser, settled, useChromium } from "#tests/support/browser.ts";
import { useProgram } from "#tests/support/running-program.ts";

describe.runIf(hasBrowser)("scripts that wait for the pictures", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("no script is asked for before the pictures in sight have come", async () => {
    const { page, complaints } = await chromium.open();
    const asked: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    page.on("request", (request) => {
      if (request.url().endsWith(".js")) asked.push(request.url());
    });
    await page.route(/product-images/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${program().url}/Shop`, { waitUntil: "domcontentloaded" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(asked).toEqual([]);
    release();
    await page.waitForSelector("html[data-alive]");
    expect(asked.length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  test("the first script is asked for after the page has been painted", async () => {
    const { page } = await chromium.open();
    await page.goto(`${program().url}/Shop`);
    await page.waitForSelector("html[data-alive]");
    const { painted, scripts } = await page.evaluate(() => ({
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      scripts: performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    }));
    expect(painted).toBeGreaterThan(0);
    expect(Math.min(...scripts)).toBeGreaterThan(painted ?? Number.NaN);
  });

  test("a press before the page is alive counts once", async () => {
    const { page, complaints } = await chromium.open();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${program().url}/item/mug-ngopi-dulu`, { waitUntil: "domcontentloaded" });
    await page.getByRole("button", { name: "Tambah ke keranjang" }).first().click();
    expect(await page.locator("html[data-alive]").count()).toBe(0);
    release();
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("dialog").waitFor();
    const cart = await page.evaluate(() =>
      Object.entries(localStorage).find(([key]) => /cart/i.test(key)),
    );
    const stored = JSON.parse(cart?.[1] ?? "{}");
    expect(JSON.stringify(stored)).toMatch(/"quantity":1\b/);
    expect(complaints).toEqual([]);
  });

  test("an empty cart says so before any script has come, a full one shows where it will stand", async () => {
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${program().url}/Cart`, { waitUntil: "domcontentloaded" });
    const empty = page.getByRole("heading", { level: 1, name: "Nota Anda masih kosong" });
    const filled = page.getByRole("heading", { level: 1, name: "Keranjang", exact: true });
    await empty.waitFor();
    expect(await filled.isVisible()).toBe(false);
    release();
    await page.waitForSelector("html[data-alive]");
    expect(await empty.isVisible()).toBe(true);

    await page.unroute(/\/assets\/.*\.js$/);
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await page.getByRole("button", { name: "Tambah ke keranjang" }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(`${program().url}/Cart`, { waitUntil: "domcontentloaded" });
    await filled.waitFor();
    expect(await empty.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test.each([390, 1280])("at %i px nothing in sight moves while a cart fills", async (width) => {
    const { page, complaints } = await chromium.open({ width });
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await page.getByRole("button", { name: "Tambah ke keranjang" }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.addInitScript(() => {
      const shifts = [0];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          shifts.push(entry.value);
        }
      }).observe({ type: "layout-shift", buffered: true });
      Object.assign(globalThis, { shifts });
    });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${program().url}/Cart`, { waitUntil: "domcontentloaded" });
    await page.getByRole("heading", { level: 1, name: "Keranjang", exact: true }).waitFor();
    release();
    await page.getByText("Total sementara").waitFor();
    await settled(page);
    const shifts = await page.evaluate(
      () => (globalThis as unknown as { shifts: number[] }).shifts,
    );
    expect(shifts.reduce((sum, shift) => sum + shift)).toBeLessThan(0.02);
    expect(complaints).toEqual([]);
  });
});
