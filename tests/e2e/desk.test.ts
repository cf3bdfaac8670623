import { describe, expect, test } from "vitest";
import { notifyStaff } from "#shop/notifications/notify-staff.server.ts";
import { askAxe } from "#tests/support/browser/axe.ts";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { tabTo } from "#tests/support/browser/keyboard.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the desk of the back office", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("the bell hears of news, its panel works by keyboard, and its kinds can be muted", async () => {
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
    await panel.getByText("1 surat tertahan").waitFor();
    expect(await askAxe(page, { within: "html" })).toEqual([]);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain(
      "Pemberitahuan",
    );
    await page.keyboard.press("Enter");
    await panel.getByRole("button", { name: "Tandai semua sudah dibaca" }).click();
    await page.getByRole("link", { name: "Pemberitahuan", exact: true }).waitFor();
    await panel.getByRole("link", { name: "Semua pemberitahuan" }).click();
    await page.getByRole("heading", { level: 1, name: "Pemberitahuan" }).waitFor();
    await page.getByLabel("Surat tertahan").uncheck();
    await page.getByRole("button", { name: "Simpan pilihan" }).click();
    await page.getByText("Pilihan tersimpan.").waitFor();
    const [preferences] = await asSeed()`
      select muted from private.staff_preferences p join auth.users u on u.id = p.person_id
      where u.email = 'admin@etalase.test'`;
    expect(preferences).toEqual({ muted: ["mail_parked"] });
    expect(await askAxe(page, { within: "html" })).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("two people on one product: one sees the other edit, and leave", async () => {
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
});
