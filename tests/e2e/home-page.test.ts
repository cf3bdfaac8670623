import { describe, expect, test } from "vitest";
import { askAxe } from "#tests/support/browser/axe.ts";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the home page's editor", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  const homeHtml = async (path = "/") => (await fetch(program().url + path)).text();

  test("an administrator writes, orders, previews and publishes sections; visitors see them", async () => {
    const [collection] = await asSeed()<{ id: string }[]>`
      with made as (
        insert into collections (id, slug, name, kind, published)
        values (gen_random_uuid(), 'hadiah', '{"id": "Hadiah", "en": "Gifts"}', 'manual', true) returning id),
      filled as (
        insert into collection_products (collection_id, product_id, position)
        select made.id, p.id, 0 from made, (select id from products where status = 'published' order by id limit 1) p)
      select id from made`;
    const { page, complaints } = await chromium.open({ width: 390 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Site/home/main");
    await settled(page);
    const section = (name: RegExp) => page.getByRole("listitem").filter({ hasText: name });
    await section(/^1\. Pembuka/)
      .getByLabel("Judul Indonesia")
      .fill("Kaus untuk semua");
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    await section(/^9\. Teks/)
      .getByLabel("Tautan")
      .fill("/Shop");
    await page.getByRole("button", { name: "Simpan draf" }).click();
    // The problems of the section are shown at their controls.
    await section(/^9\. Teks/)
      .getByText("Isi bagian ini.")
      .waitFor();
    await section(/^9\. Teks/)
      .getByLabel("Teks Indonesia")
      .fill("Buka **setiap hari**.");
    await section(/^9\. Teks/)
      .getByLabel("Teks tombol Indonesia")
      .fill("Belanja");
    await page.getByRole("button", { name: "Naikkan 9. Teks" }).click();
    await page.getByRole("button", { name: "Hapus 7. Langkah pesanan" }).click();
    await section(/^4\. Produk/)
      .getByLabel("Produk yang tampil")
      .selectOption("collection");
    await section(/^4\. Produk/)
      .getByLabel("Koleksi")
      .selectOption(collection?.id ?? "");
    expect(await askAxe(page, { within: "main" })).toEqual([]);
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Tersimpan").waitFor();
    expect(await homeHtml()).not.toContain("Kaus untuk semua");

    await page.goto(`${program().url}/admin/Site/Preview`);
    await page.getByRole("heading", { level: 1, name: "Kaus untuk semua" }).waitFor();
    expect(await askAxe(page, { within: "main" })).toEqual([]);
    await page.goto(`${program().url}/admin/Site/home/main`);
    await page.getByRole("button", { name: "Terbitkan" }).click();
    await page.getByText("Sudah terbit.").waitFor();

    await expect.poll(() => homeHtml()).toContain("Kaus untuk semua");
    const html = await homeHtml();
    expect(html).toContain("<strong>setiap hari</strong>");
    expect(html).not.toContain("Satu nota, empat lembar");
    expect(html).toContain('href="/Collections/hadiah"');
    expect(html.indexOf("setiap hari")).toBeLessThan(html.indexOf("Ongkir dan tanggal tiba"));
    // Without an English text, the Indonesian one is shown.
    expect(await homeHtml("/en")).toContain("<strong>setiap hari</strong>");
    expect(complaints).toEqual([]);
  });

  test("a shelf of a hidden collection is left out", async () => {
    const titled = async () => (await homeHtml()).includes("Pilihan kami");
    await expect.poll(titled).toBe(true);
    await asSeed()`update collections set published = false`;
    await expect.poll(titled).toBe(false);
  });

  test("only staff who edit content see the preview of a draft", async () => {
    const address = `${program().url}/admin/Site/Preview`;
    const visitor = await fetch(address, { redirect: "manual" });
    expect(visitor.status).toBe(302);
    expect(visitor.headers.get("location")).toContain("/Auth");
    const { page } = await chromium.open({ width: 390 });
    await signIn(page, program().url, "customer@etalase.test", "/dashboard");
    expect((await page.goto(address))?.status()).toBe(403);
  });
});
