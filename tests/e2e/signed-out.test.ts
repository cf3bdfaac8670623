import { describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a visit without signing in", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("a sold-out product shows no delivery date and no quantity field", async () => {
    const { page } = await chromium.open();
    await page.goto(`${program().url}/item/poster-kawung-agung`);
    await page.getByText("Semua pilihan sedang habis.").waitFor();
    expect(await page.getByText("Pilihan lain masih ada.").count()).toBe(0);
    expect(await page.getByRole("group", { name: "Jumlah" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /keranjang$/ }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Kabari saat stok tersedia" }).count()).toBe(1);
  });

  test("browsing, choosing and returning leave a cart on the device and no data in the shop", async () => {
    const { page, context, complaints } = await chromium.open();
    const counts = () => asSeed()`
      select (select count(*) from auth.users) as users, (select count(*) from auth.sessions) as sessions,
        (select count(*) from orders) as orders, (select count(*) from stock_holds) as holds,
        -- Without the mail about low stock, which a job of every ten minutes may send to staff.
        (select count(*) from private.outbox where coalesce(dedupe_key, '') not like 'low-stock:%') as messages`;
    const before = await counts();
    await page.goto(`${program().url}/`);
    await page.locator("header input[name=q]").first().fill("ngopi");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Shop\?/);
    await page
      .getByRole("link", { name: /Mug Ngopi Dulu/ })
      .first()
      .click();
    await page.waitForURL(/\/item\/mug-ngopi-dulu/);
    await page
      .getByRole("button", { name: /keranjang/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await page.goto(`${program().url}/Cart`);
    await page.reload();
    await page.getByText("Mug Ngopi Dulu").first().waitFor();

    // Pages that need an account lead to the sign-in with their own address as the return.
    for (const path of ["/Checkout", "/dashboard/Security", "/dashboard/orders?stage=done"]) {
      await page.goto(program().url + path);
      await page.waitForURL(
        (url) => url.pathname === "/Auth" && url.searchParams.get("next") === path,
      );
      await page.getByRole("heading", { name: "Masuk", level: 1 }).waitFor();
    }
    // A return address on another site is ignored.
    await page.goto(`${program().url}/Auth?next=https%3A%2F%2Fevil.test`);
    await page.getByLabel("Email atau nomor HP").waitFor();

    expect(await counts()).toEqual(before);
    expect(await context.cookies()).toEqual([]);
    const cart = await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "{}"));
    expect(cart.state.lines).toMatchObject([{ quantity: 1 }]);
    expect(complaints).toEqual([]);
  });
});
