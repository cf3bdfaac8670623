import { beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("customers in the back office", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  let best = { id: "", name: "", orders: 0 };

  beforeAll(async () => {
    for (let run = 0; run < 20; run++) await asSeed()`select private.follow_buyers()`;
    const [buyer] = await asSeed()<(typeof best)[]>`
      select id, name, orders from buyers order by spent desc, id desc limit 1`;
    if (!buyer) throw new Error("the demo shop has buyers");
    best = buyer;
  });

  test("staff find a buyer, read the orders, and add, pin and retract a note and a tag", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const faults: string[] = [];
    await signIn(page, program().url, "admin@etalase.test", "/admin/Customers");
    await settled(page);
    faults.push(...(await faultsOf(page, "/admin/Customers", "html")));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByText("Urutan: Terbaru").click();
    await page.getByRole("link", { name: "Belanja terbanyak" }).click();
    await page.waitForURL(/sort=spent/);
    await expect.poll(() => page.locator("tbody tr").first().textContent()).toContain(best.name);
    await page.locator("tbody tr").first().getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: best.name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/Customers/${best.id}`);

    await page.getByRole("button", { name: "Simpan catatan" }).click();
    await page.getByText("Tulis catatannya dulu.").waitFor();
    await page.getByLabel("Catatan baru").fill("Suka <b>kertas</b> tebal");
    await page.getByRole("button", { name: "Simpan catatan" }).click();
    const note = page.getByRole("listitem").filter({ hasText: "Suka <b>kertas</b> tebal" });
    await note.getByRole("button", { name: "Sematkan" }).click();
    await note.getByText("Disematkan").waitFor();
    await page.getByLabel("Tag baru").fill("Grosir");
    await page.getByRole("button", { name: "Tambah", exact: true }).click();
    await page.getByRole("button", { name: "Hapus tag grosir" }).waitFor();
    faults.push(...(await faultsOf(page, "/admin/Customers/{id}", "html")));
    await page.setViewportSize({ width: 1280, height: 900 });
    await note.getByRole("button", { name: "Tarik" }).click();
    await page.getByText("Belum ada catatan.").waitFor();
    await page.getByRole("link", { name: "Lihat riwayat" }).click();
    await page.getByText("Catatan pelanggan").first().waitFor();

    await page.getByRole("link", { name: "Semua pesanan pelanggan ini" }).click();
    await page.getByText(`Pembeli: ${best.name}`).waitFor();
    const [counted] = await asSeed()<{ n: number }[]>`
      select count(*)::int as n from orders where buyer_id = ${best.id}`;
    await expect.poll(() => page.locator("tbody tr").count()).toBe(counted?.n);
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("staff without customers.contact see masked contacts; an unknown buyer is not found", async () => {
    const { page } = await chromium.open({ width: 390 });
    await asSeed()`
      update profiles set staff_role = 'finance' where id = (select id from auth.users where email = 'staff@etalase.test')`;
    const [buyer] = await asSeed()<{ email: string; phone: string }[]>`
      select email, phone from buyers where id = ${best.id}`;
    await signIn(page, program().url, "staff@etalase.test", `/admin/Customers/${best.id}`);
    const read = async (path: string) => (await page.request.get(`${program().url}${path}`)).text();
    for (const path of [`/admin/Customers/${best.id}`, "/admin/Customers?sort=spent"]) {
      const html = await read(path);
      expect(html).toContain(best.name);
      expect(html).not.toContain(buyer?.email);
      expect(html).not.toContain(buyer?.phone);
      expect(html).not.toContain(buyer?.phone.slice(3));
    }
    await page.getByText("Kontak disamarkan untuk peran Anda").waitFor();
    expect(await page.getByLabel("Catatan baru").count()).toBe(0);
    expect(await faultsOf(page, "/admin/Customers/{id} with masks")).toEqual([]);
    const status = async (path: string) =>
      (await page.request.get(`${program().url}${path}`)).status();
    expect(await status(`/admin/Customers/${crypto.randomUUID()}`)).toBe(404);
    await asSeed()`
      update profiles set staff_role = 'warehouse' where id = (select id from auth.users where email = 'staff@etalase.test')`;
    expect(await status(`/admin/Customers/${best.id}`)).toBe(403);
    expect(await status("/admin/Customers")).toBe(403);
  });
});
