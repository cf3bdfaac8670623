import { describe, expect, test } from "vitest";
import { notifyStaff } from "#shop/office/notifications/notify-staff.server.ts";
import { askAxe } from "#tests/support/browser/axe.ts";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { tabTo } from "#tests/support/browser/keyboard.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the desk of the back office", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  longProof(
    "the bell hears of news, its panel works by keyboard, and its kinds can be muted",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test", "/admin/Tasks");
      await settled(page);
      await page.getByRole("link", { name: "Pemberitahuan", exact: true }).waitFor();
      // Written again until the page has joined its channel.
      await expect
        .poll(
          async () => {
            await asSeed()`delete from private.staff_notifications`;
            await asSeed()`insert into private.staff_events (kind) values ('mail_parked')`;
            await notifyStaff();
            return page.getByRole("link", { name: "Pemberitahuan, 1 belum dibaca" }).isVisible();
          },
          { timeout: 30_000, interval: 1_000 },
        )
        .toBe(true);
      await tabTo(page, "link", "Pemberitahuan, 1 belum dibaca");
      await page.keyboard.press("Enter");
      const panel = page.getByRole("dialog", { name: "Pemberitahuan" });
      await panel.getByText("1 email tertahan").waitFor();
      expect(await askAxe(page, { within: "html" })).toEqual([]);
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "hidden" });
      expect(
        await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
      ).toContain("Pemberitahuan");
      await page.keyboard.press("Enter");
      await panel.getByRole("button", { name: "Tandai semua sudah dibaca" }).click();
      await page.getByRole("link", { name: "Pemberitahuan", exact: true }).waitFor();
      await panel.getByRole("link", { name: "Semua pemberitahuan" }).click();
      await page.getByRole("heading", { level: 1, name: "Pemberitahuan" }).waitFor();
      await page.getByLabel("Email tertahan", { exact: true }).uncheck();
      await page.getByLabel("Email: Bukti transfer").check();
      await page.getByRole("button", { name: "Simpan pilihan" }).click();
      await page.getByText("Pilihan tersimpan.").waitFor();
      const [preferences] = await asSeed()`
      select muted, mailed from private.staff_preferences p join auth.users u on u.id = p.person_id
      where u.email = 'admin@etalase.test'`;
      expect(preferences).toEqual({
        muted: ["order_paid", "mail_parked"],
        mailed: ["transfer_proof"],
      });
      expect(await askAxe(page, { within: "html" })).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  longProof("two people on one product: one sees the other edit, and leave", async () => {
    const [product] = await asSeed()<{ id: string }[]>`
      select id from products where status = 'published' order by created_at limit 1`;
    const address = `/admin/Products/${product?.id}`;
    const one = await chromium.open({ width: 390 });
    const two = await chromium.open({ width: 1280, dark: true });
    await signIn(one.page, program().url, "staff@etalase.test", address);
    await signIn(two.page, program().url, "admin@etalase.test", address);
    await one.page.getByText(/juga membuka ini/).waitFor();
    await settled(two.page);
    await two.page.getByLabel("Merek").fill("Toko Sebelah");
    await one.page.getByText(/sedang mengubah/).waitFor();
    expect(await askAxe(one.page, { within: "main [role=status]" })).toEqual([]);
    await two.page.context().close();
    await expect.poll(() => one.page.getByText(/sedang mengubah|juga membuka/).count()).toBe(0);
    expect([one.complaints, two.complaints]).toEqual([[], []]);
  });

  test("from a filtered list into its things, along them, and back where one was", async () => {
    const { page, context, complaints } = await chromium.open({ width: 1280 });
    const list = "/admin/Orders?filter=stage.any:done";
    await signIn(page, program().url, "admin@etalase.test", list);
    await settled(page);
    const heading = page.getByRole("heading", { level: 1 });
    const links = page.locator("main tbody tr a[href]");
    const rows = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(rows.length).toBeGreaterThan(26);
    const open = () => new URL(page.url()).pathname;
    for (let row = 0; row <= 25; row++) await page.keyboard.press("j");
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    await expect.poll(open).toBe(rows[25]);
    await settled(page);
    await page.keyboard.press("Alt+ArrowRight");
    await expect.poll(open).toBe(rows[26]);
    await settled(page);
    await page.keyboard.press("Alt+ArrowLeft");
    await expect.poll(open).toBe(rows[25]);
    await settled(page);
    await page.keyboard.press("Alt+ArrowLeft");
    await expect.poll(open).toBe(rows[24]);
    await settled(page);
    await page.keyboard.press("Escape");
    await heading.filter({ hasText: "Pesanan" }).waitFor();
    expect(page.url()).toBe(program().url + list);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href"));
    await expect.poll(focused).toBe(rows[24]);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);

    // A thing that was opened by its address leads to the plain list; there is no next one.
    const direct = await context.newPage();
    await direct.goto(program().url + rows[3]);
    await settled(direct);
    await direct.keyboard.press("Alt+ArrowRight");
    await direct.keyboard.press("Escape");
    await expect.poll(() => new URL(direct.url()).pathname).toBe("/admin/Orders");

    // The list of keys and the palette know the same.
    await page.keyboard.press("?");
    await page.getByText("Alt-ArrowRight").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    // Settings are found by what people call them, in either language.
    for (const word of ["ppn", "vat"]) {
      await page.getByRole("dialog").getByRole("combobox").fill(word);
      await page.getByRole("option", { name: /Pajak \(PPN\)/ }).waitFor();
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/admin\/Settings\/tax$/);
    expect(complaints).toEqual([]);
  });

  longProof(
    "the palette acts on the selected rows; without a connection the office speaks of its own",
    async () => {
      const { page, context, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test", "/admin/Products");
      await settled(page);
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("arsip");
      await page
        .getByRole("option", { name: /Pada yang dipilih/ })
        .first()
        .waitFor();
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator("select[name=act]").inputValue()).toBe("archive");
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute("type")))
        .toBe("submit");
      await context.setOffline(true);
      await page.getByText("Anda sedang offline. Yang terbuka tetap bisa dibaca").waitFor();
      expect(await page.getByText(/Keranjang/).count()).toBe(0);
      await context.setOffline(false);
      expect(complaints).toEqual([]);
    },
  );

  test("the rail shows what waits, without holding the page up", async () => {
    await asSeed()`
      insert into private.outbox (kind, recipient, text, status)
      select 'email', 'a@contoh.test', '', 'parked' from generate_series(1, 120)`;
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Tasks");
    await page.getByRole("link", { name: "Email tertahan 99+ menunggu" }).waitFor();
    expect(await askAxe(page, { within: "nav" })).toEqual([]);
    await asSeed()`delete from private.outbox where status = 'parked'`;
    expect(complaints).toEqual([]);
  });

  test("on a phone the daily pages are at the lower edge, and the menu opens all others", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products/Grid");
    await settled(page);
    const bar = page.locator("[data-bottom-bar]");
    const names = () => bar.getByRole("link").allInnerTexts();
    expect(await names()).toEqual(["Beranda", "Pesanan", "Produk", "Pesan masuk"]);
    // A form's own bar lies above it.
    const [lower, upper] = await Promise.all([
      bar.boundingBox(),
      page.locator("[data-save-bar]").boundingBox(),
    ]);
    expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0);
    await bar.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("link", { name: "Pengaturan" }).waitFor();
    expect(await askAxe(page, { within: "html" })).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Menu");
    await page.keyboard.press("Enter");
    await menu.getByRole("link", { name: "Pengaturan" }).click();
    await page.getByRole("heading", { level: 1, name: "Pengaturan" }).waitFor();
    await menu.waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });
});
