import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { pressWithoutFocus } from "#tests/support/browser/presses-without-focus.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** The words of the control that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === document.body) return "nothing";
    return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent?.trim();
  });

describe.runIf(hasBrowser)("the habits of Safari", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  const open = async (width: number) => {
    const visitor = await chromium.open({ width });
    await pressWithoutFocus(visitor.context);
    return visitor;
  };

  test("an entry of a list's menu is chosen, and a press elsewhere closes the menu", async () => {
    const { page, complaints } = await open(1280);
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products");
    await settled(page);
    await page.getByText("Tambah filter").click();
    await page.getByRole("heading", { level: 1 }).click();
    await expect
      .poll(() => page.getByRole("link", { name: "Harga mulai" }).isVisible())
      .toBe(false);
    await page.getByText("Tambah filter").click();
    await page.getByRole("link", { name: "Harga mulai" }).click();
    await page.getByRole("form", { name: "Tambah filter: Harga mulai" }).waitFor({ timeout: 5000 });
    expect(complaints).toEqual([]);
  });

  test("a dialog from an order's menu gives the focus back to the menu", async () => {
    const [order] = await asSeed()<{ id: string }[]>`
      select id from orders where payment_status = 'paid' order by number desc limit 1`;
    const { page, complaints } = await open(1280);
    await signIn(page, program().url, "admin@etalase.test", `/admin/Orders/${order?.id}`);
    await settled(page);
    await page.locator("summary").filter({ hasText: "Tindakan lain" }).click();
    await page.getByRole("button", { name: "Refund" }).click();
    await page.getByRole("dialog", { name: "Refund" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Tindakan lain");
    expect(complaints).toEqual([]);
  });

  test("a dialog gives the focus back to the button that opened it", async () => {
    const { page, complaints } = await open(390);
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await settled(page);
    await page.locator("main button:visible", { hasText: "Keranjang" }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toMatch(/keranjang/i);
    expect(complaints).toEqual([]);
  });

  test("one press sends a form whose last field was wrong", async () => {
    const { page, complaints } = await open(390);
    await page.goto(`${program().url}/Contact`);
    await settled(page);
    await page.getByLabel("Nama").fill("Rina");
    // The line of this problem moves the button down while it is pressed.
    await page.getByLabel("Email").fill("rina");
    const button = page.getByRole("button", { name: "Kirim pesan" });
    await button.scrollIntoViewIfNeeded();
    const place = await button.boundingBox();
    if (!place) throw new Error("There is no button");
    await page.mouse.move(place.x + place.width / 2, place.y + 4);
    await page.mouse.down();
    // As long as a hand presses.
    for (let frame = 0; frame < 2; frame++)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await page.mouse.up();
    await page.getByText("Perbaiki bagian bertanda merah").waitFor();
    expect(complaints).toEqual([]);
  });

  test("on touch screens no control has letters so small that the page is enlarged", async () => {
    const { context } = await chromium.open();
    const touch = await context.browser()?.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await touch?.newPage();
    if (!touch || !page) throw new Error("no browser");
    const small: string[] = [];
    const look = async (path: string) => {
      await page.goto(program().url + path);
      await settled(page);
      expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
      const found = await page.evaluate(() =>
        [...document.querySelectorAll("input, select, textarea")]
          .filter((control) => !control.matches("[type=checkbox], [type=radio], [type=hidden]"))
          .map((control) => ({
            size: Number.parseFloat(getComputedStyle(control).fontSize),
            control,
          }))
          .map(({ size, control }) => [size, control.outerHTML.slice(0, 80)] as const),
      );
      expect(found.length, path).toBeGreaterThan(0);
      for (const [size, control] of found) if (size < 16) small.push(`${path}: ${size} ${control}`);
    };
    for (const path of ["/Shop", "/item/mug-ngopi-dulu", "/Contact", "/Auth"]) await look(path);
    await signIn(page, program().url, "admin@etalase.test");
    const [product] = await asSeed()<{ id: string }[]>`
      select id from products where slug = 'mug-ngopi-dulu'`;
    for (const path of ["Products", "Orders", `Products/${product?.id}/Media`, "Settings/accounts"])
      await look(`/admin/${path}`);
    expect(small).toEqual([]);
    await touch.close();
  });
});
