import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser, settled, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

describe.runIf(hasBrowser)("scripts that wait for the pictures", { timeout: 60_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  longProof("no script is requested before the visible pictures have loaded", async () => {
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

  test("the first script is requested after the page has been painted", async () => {
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

  test("a press before hydration counts once", async () => {
    const { page, complaints } = await chromium.open();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${program().url}/item/mug-ngopi-dulu`, { waitUntil: "domcontentloaded" });
    await page.getByRole("button", { name: "Masukkan keranjang" }).first().click();
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

  /** Delays the page's scripts until `release` is called. */
  async function holdScripts(page: Page): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  test("a search box that has the focus before the scripts come offers what fits", async () => {
    const { page, complaints } = await chromium.open();
    const release = await holdScripts(page);
    await page.goto(`${program().url}/`, { waitUntil: "domcontentloaded" });
    await page.getByRole("combobox", { name: "Cari produk" }).focus();
    release();
    await page.waitForSelector("html[data-alive]");
    await page.keyboard.type("ngopi");
    await page.getByRole("option", { name: /Mug Ngopi Dulu/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  const cartOf = (page: Page) =>
    page.evaluate(() => {
      const stored = Object.entries(localStorage).find(([key]) => /cart/i.test(key))?.[1];
      return (JSON.parse(stored ?? "{}").state?.lines ?? []) as {
        variant_id: string;
        quantity: number;
      }[];
    });

  const address = "/item/kaos-kawung-saku";

  test("a colour and a quantity that are chosen before the scripts arrive are the ones that are bought", async () => {
    const { page, complaints } = await chromium.open();
    const release = await holdScripts(page);
    await page.goto(program().url + address, { waitUntil: "domcontentloaded" });
    const radios = page.getByRole("main").getByRole("radio");
    const chosen = await radios.evaluateAll((all) => {
      const radio = all.findLast((one) => !(one as HTMLInputElement).checked) as HTMLInputElement;
      return { name: radio.name, value: radio.value };
    });
    const radio = page.locator(`input[name="${chosen.name}"][value="${chosen.value}"]`);
    await page.locator("label").filter({ has: radio }).click();
    const quantity = page.locator("input[inputmode=numeric]");
    await quantity.fill("3");
    await quantity.blur();
    await page.getByRole("button", { name: "Masukkan keranjang" }).first().click();
    expect(await page.locator("html[data-alive]").count()).toBe(0);
    release();
    await page.getByRole("dialog").waitFor();
    expect(await radio.isChecked()).toBe(true);
    expect(await quantity.inputValue()).toBe("3");
    const [line] = await cartOf(page);
    expect(line?.quantity).toBe(3);
    const [variant] = await asSeed()<{ options: Record<string, string> }[]>`
      select options from product_variants where id = ${line?.variant_id ?? ""}`;
    expect(variant?.options[chosen.name]).toBe(chosen.value);
    expect(complaints).toEqual([]);
  });

  test("a colour that is tapped during hydration stays", async () => {
    const { page, complaints } = await chromium.open();
    // Hydration gives each element its listeners.
    await page.addInitScript(() => {
      const { addEventListener } = EventTarget.prototype;
      let isDone = false;
      EventTarget.prototype.addEventListener = function (...args: unknown[]) {
        Reflect.apply(addEventListener, this, args);
        const radio = document.querySelector<HTMLInputElement>(
          "main input[type=radio]:not(:checked)",
        );
        if (isDone || !(this instanceof Element) || !radio) return;
        isDone = true;
        radio.id = "tapped";
        radio.click();
      };
    });
    await page.goto(program().url + address);
    await settled(page);
    expect(await page.locator("#tapped").isChecked()).toBe(true);
    await page.getByRole("button", { name: "Masukkan keranjang" }).first().click();
    await page.getByRole("dialog").waitFor();
    const [name, value] = await page
      .locator("#tapped")
      .evaluate((radio) => [(radio as HTMLInputElement).name, (radio as HTMLInputElement).value]);
    const [line] = await cartOf(page);
    const [variant] = await asSeed()<{ options: Record<string, string> }[]>`
      select options from product_variants where id = ${line?.variant_id ?? ""}`;
    expect(variant?.options[name ?? ""]).toBe(value);
    expect(complaints).toEqual([]);
  });

  test.each(shareOf(["/Contact", "/Auth", "/ForgotPassword", "/Faq"], 1, 4))(
    "choices and text entered on %s before the scripts load stay",
    async (path) => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const release = await holdScripts(page);
      await page.goto(program().url + path, { waitUntil: "domcontentloaded" });
      await page.evaluate(() => {
        const seen = document.querySelectorAll<HTMLInputElement>(
          "main :is(input, select, textarea)",
        );
        for (const [index, control] of seen.entries()) {
          if (!control.checkVisibility() || control.type === "hidden") continue;
          control.dataset.nth = String(index);
          if (/radio|checkbox/.test(control.type)) control.click();
          else {
            const other = control.querySelector<HTMLOptionElement>("option:not(:checked)");
            control.value = other?.value ?? `tulisan ${index}`;
            for (const kind of ["input", "change"]) {
              control.dispatchEvent(new Event(kind, { bubbles: true }));
            }
          }
        }
      });
      const chosen = () =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLInputElement>("[data-nth]")].map(
            ({ name, checked, value }) => [name, checked, value],
          ),
        );
      const before = await chosen();
      expect(before.length).toBeGreaterThan(0);
      release();
      await settled(page);
      await expect.poll(chosen).toEqual(before);
      expect(complaints).toEqual([]);
    },
  );

  test.each(["checkbox", "combobox"] as const)(
    "a %s of the list that is used before the scripts arrive changes the list",
    async (role) => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const release = await holdScripts(page);
      await page.goto(`${program().url}/Shop`, { waitUntil: "domcontentloaded" });
      const control = page.getByRole("main").getByRole(role).first();
      const name = (await control.getAttribute("name")) ?? "";
      if (role === "checkbox") await control.check({ force: true });
      else await control.selectOption({ index: 1 });
      release();
      await page.waitForURL((url) => url.searchParams.has(name));
      expect(complaints).toEqual([]);
    },
  );

  test("an empty cart says so before any script loads, a full one reserves its space", async () => {
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${program().url}/Cart`, { waitUntil: "domcontentloaded" });
    const empty = page.getByRole("heading", { level: 1, name: "Keranjang masih kosong" });
    const filled = page.getByRole("heading", { level: 1, name: "Keranjang", exact: true });
    await empty.waitFor();
    expect(await filled.isVisible()).toBe(false);
    release();
    await page.waitForSelector("html[data-alive]");
    expect(await empty.isVisible()).toBe(true);

    await page.unroute(/\/assets\/.*\.js$/);
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await page.getByRole("button", { name: "Masukkan keranjang" }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(`${program().url}/Cart`, { waitUntil: "domcontentloaded" });
    await filled.waitFor();
    expect(await empty.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test.each(shareOf([390, 1280], 0, 2))(
    "at %i px no visible content moves while a cart fills",
    async (width) => {
      const { page, complaints } = await chromium.open({ width });
      await page.goto(`${program().url}/item/mug-ngopi-dulu`);
      await page.getByRole("button", { name: "Masukkan keranjang" }).first().click();
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
      await page.getByText("Total sementara").first().waitFor();
      await settled(page);
      const shifts = await page.evaluate(
        () => (globalThis as unknown as { shifts: number[] }).shifts,
      );
      expect(shifts.reduce((sum, shift) => sum + shift)).toBeLessThan(0.02);
      expect(complaints).toEqual([]);
    },
  );
});
