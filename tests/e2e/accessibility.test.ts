import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  hasBrowser,
  settled,
  signIn,
  useChromium,
  type Visitor,
} from "#tests/support/browser/browser.ts";
import { makeAccount } from "#tests/support/builders/account.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("for everybody", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  /** Console errors besides the browser's own note that a page answered 404. */
  function errorsOf({ page, complaints }: Visitor): string[] {
    page.on("console", (message) => {
      const isOfAnswer = /Failed to load resource/.test(message.text());
      if (message.type() === "error" && !isOfAnswer) complaints.push(message.text());
    });
    return complaints;
  }

  /** Client-side navigation moves the focus to the page's heading: Tab continues from there. */
  async function arrived(page: Page): Promise<void> {
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  }

  /** Accessibility problems of a page in each look, and of its declared language. */
  async function inspect(page: Page, path: string): Promise<string[]> {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(program().url + path);
    await settled(page);
    const found = await faultsOf(page, path, "html");
    const language = await page.evaluate(() => document.documentElement.lang);
    if (language !== (/^\/en(\/|$)/.test(path) ? "en" : "id")) found.push(`${path} is ${language}`);
    return found;
  }

  test("public pages break no rule of WCAG 2.2 AA, on a phone and a desk, by day and by night", async () => {
    const visitor = await chromium.open();
    const errors = errorsOf(visitor);
    const { page } = visitor;
    const found: string[] = [];
    for (const path of [
      "/",
      "/Shop",
      "/en/Shop?q=mug",
      "/Cart",
      "/Auth",
      "/ForgotPassword",
      "/Success",
      "/no-such-page",
    ]) {
      found.push(...(await inspect(page, path)));
    }
    found.push(...(await inspect(page, "/item/mug-ngopi-dulu")));
    await addToCart(page);
    found.push(...(await inspect(page, "/Cart")));
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
  });

  async function addToCart(page: Page): Promise<void> {
    await page
      .getByRole("button", { name: /Masukkan keranjang/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
  }

  longProof("the account pages break no rule either", async () => {
    const visitor = await chromium.open();
    const errors = errorsOf(visitor);
    const { page } = visitor;
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await settled(page);
    await addToCart(page);
    await signIn(page, program().url, "customer@etalase.test", "/dashboard");
    const found: string[] = [];
    for (const path of ["/Checkout", "/dashboard/orders"])
      found.push(...(await inspect(page, path)));
    const order = await page
      .locator('main a[href^="/dashboard/orders/"]')
      .first()
      .getAttribute("href");
    for (const path of [
      order ?? "",
      `/Success?order=${order?.split("/").at(-1)}`,
      `${order}/Customisation`,
      "/dashboard",
      "/dashboard/Customisations",
      "/dashboard/Address",
      "/dashboard/Details",
      "/dashboard/Security",
    ]) {
      found.push(...(await inspect(page, path)));
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("nor does the page that asks a new person for their name", async () => {
    const id = await makeAccount("tanpa-nama@contoh.test", "Tanpa Nama");
    await asSeed()`update profiles set full_name = '' where id = ${id}`;
    const visitor = await chromium.open();
    const errors = errorsOf(visitor);
    const { page } = visitor;
    await signIn(page, program().url, "tanpa-nama@contoh.test", "/SetDetails");
    const found = await inspect(page, "/SetDetails");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    found.push(...(await faultsOf(page, "/SetDetails with what is missing")));
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("nor does the back office", async () => {
    const visitor = await chromium.open({ width: 1280 });
    const errors = errorsOf(visitor);
    const { page } = visitor;
    await signIn(page, program().url, "staff@etalase.test", "/admin/Orders");
    const found = await inspect(page, "/admin");
    found.push(...(await inspect(page, "/admin/Orders")));
    const order = await page.locator('a[href^="/admin/Orders/"]').first().getAttribute("href");
    found.push(...(await inspect(page, order ?? "")));
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
  });

  /** Presses Tab until the focus is on something with this name. */
  async function tabTo(page: Page, name: RegExp): Promise<void> {
    const passed: string[] = [];
    for (let presses = 0; presses < 120; presses++) {
      await page.keyboard.press("Tab");
      const text = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        const label = element?.labels?.[0]?.textContent;
        return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim();
      });
      if (name.test(text)) return;
      passed.push(text.slice(0, 30));
    }
    throw new Error(`no way by keyboard to ${name}, only to ${[...new Set(passed)].join(" | ")}`);
  }

  test("a mug can be bought up to the card form without a mouse", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await settled(page);
    await page.keyboard.press("Tab");
    const first = await page.evaluate(() => document.activeElement?.getAttribute("href"));
    expect(first).toMatch(/^#/);
    await tabTo(page, /Masukkan keranjang/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(
      true,
    );
    await tabTo(page, /Lihat keranjang|Buka keranjang|Ke keranjang/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Cart$/);
    await arrived(page);
    await page.getByRole("main").getByText("Mug Ngopi Dulu").first().waitFor();
    await settled(page);
    await tabTo(page, /^Lanjut ke checkout/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Auth\?next=/);
    await arrived(page);
    await tabTo(page, /^Email/);
    await page.keyboard.type("customer@etalase.test");
    await tabTo(page, /^Pakai kata sandi/);
    await page.keyboard.press("Enter");
    await page.getByLabel("Kata sandi", { exact: true }).waitFor();
    const isThere = await page.evaluate(() => document.activeElement?.getAttribute("type"));
    if (isThere !== "password") await tabTo(page, /^Kata sandi/);
    await page.keyboard.type("etalase-demo-2026");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Checkout$/);
    await page.getByText("Tiba").first().waitFor();
    await tabTo(page, /^QRIS/);
    // ArrowUp wraps from the first payment method to the last one.
    await page.keyboard.press("ArrowUp");
    await page.getByLabel("Nomor kartu").waitFor();
    await tabTo(page, /^Nomor kartu/);
    await page.keyboard.type("4242");
    expect(await page.getByLabel("Nomor kartu").inputValue()).toBe("4242");
    expect(complaints).toEqual([]);
  });

  test("without JavaScript one can look around, filter and read a product", async () => {
    const { context } = await chromium.open();
    const bare = await context.browser()?.newContext({ javaScriptEnabled: false });
    const page = await bare?.newPage();
    if (!page) throw new Error("no page");
    await page.goto(program().url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto(`${program().url}/Shop`);
    const all = await page.locator('main a[href^="/item/"]').count();
    expect(all).toBeGreaterThan(10);
    const form = page.locator("#filters form, aside form, main form").first();
    expect((await form.getAttribute("method"))?.toLowerCase() ?? "get").toBe("get");
    await page.goto(`${program().url}/Shop?sale=1#filters`);
    await form.getByRole("button").last().click();
    await page.waitForURL(/\/Shop\?.*sale=1/);
    await page.locator('main a[href^="/item/"]').first().click();
    await page.waitForURL(/\/item\//);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText(/Rp\d/).first().waitFor();
    await bare?.close();
  });
});
