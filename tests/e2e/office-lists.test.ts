import { describe, expect, test } from "vitest";
import { askAxe } from "#tests/support/browser/axe.ts";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { tabTo, typeInto } from "#tests/support/browser/keyboard.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the lists of the back office", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("with the keyboard alone: a filter is added, refused, mended and removed", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products");
    await settled(page);
    await page.keyboard.press("f");
    await tabTo(page, "link", "Harga mulai");
    await page.keyboard.press("Enter");
    await page.getByRole("form", { name: "Tambah filter: Harga mulai" }).waitFor();
    await tabTo(page, "textbox", "Nilai");
    await page.keyboard.type("banyak");
    await page.keyboard.press("Enter");
    await page.getByText("Nilai ini tidak berlaku").waitFor();
    await tabTo(page, "textbox", "Nilai");
    await typeInto(page, "Nilai", "150 rb");
    await page.keyboard.press("Enter");
    await page.getByText(/Harga mulai ≥ Rp150\.000/).waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toBe("price.gte:150000");
    const [counted] = await asSeed()<{ n: number }[]>`
      select least(count(*), 50)::int as n from products where price_from >= 150000`;
    await expect.poll(() => page.locator("tbody tr").count()).toBe(counted?.n);
    expect(await askAxe(page, { within: "html" })).toEqual([]);
    await tabTo(page, "link", /Hapus filter: Harga mulai/);
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("filter")).toBeNull();
    expect(complaints).toEqual([]);
  });

  test("without a script: a filter is added by links and a form", async () => {
    const { page: signedIn, context } = await chromium.open({ width: 390 });
    await signIn(signedIn, program().url, "admin@etalase.test", "/admin/Products");
    const plain = await context.browser()?.newContext({
      javaScriptEnabled: false,
      storageState: await context.storageState(),
      viewport: { width: 390, height: 844 },
    });
    const page = await plain?.newPage();
    if (!page) throw new Error("no browser");
    await page.goto(`${program().url}/admin/Products?sort=name`);
    await page.getByText("Tambah filter").click();
    await page.getByRole("link", { name: "Status", exact: true }).click();
    await page.getByLabel("Draf").check();
    await page.getByLabel("Arsip").check();
    await page.getByRole("button", { name: "Terapkan" }).click();
    await page.waitForURL(/filter=status\.any/);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      filter: "status.any:draft|archived",
      sort: "name",
    });
    await plain?.close();
  });

  test("a filter that is not understood says so and shows no rows", async () => {
    const { page } = await chromium.open({ width: 390, dark: true });
    await signIn(page, program().url, "admin@etalase.test");
    const answer = await page.goto(
      `${program().url}/admin/Products?filter=${encodeURIComponent("or(status.any:draft,colour.any:red)")}`,
    );
    expect(answer?.status()).toBe(400);
    await page.getByRole("heading", { name: "Filter ini tidak bisa dipakai" }).waitFor();
    await page.getByText("Kolom ini tidak ada di daftar ini").waitFor();
    expect(await page.locator("tbody tr").count()).toBe(0);
    expect(await askAxe(page, { within: "html" })).toEqual([]);
  });

  longProof("a view is saved, shared, opened by a colleague and deleted", async () => {
    const office = await chromium.open({ width: 1280 });
    const { page } = office;
    await signIn(
      page,
      program().url,
      "admin@etalase.test",
      "/admin/Orders?filter=total.gte:200000",
    );
    await settled(page);
    await page.getByText("Simpan tampilan").click();
    await page.getByLabel("Nama tampilan").fill("Pesanan besar");
    await page.getByLabel("Bagikan ke semua anggota tim").check();
    await page.getByRole("button", { name: "Simpan", exact: true }).click();
    const tab = page.getByRole("link", { name: /Pesanan besar/ });
    await tab.waitFor();
    expect(await tab.getAttribute("aria-current")).toBe("page");
    const colleague = await chromium.open({ width: 390 });
    await signIn(colleague.page, program().url, "staff@etalase.test", "/admin/Orders");
    await colleague.page.getByRole("link", { name: /Pesanan besar/ }).click();
    await colleague.page.getByText(/Total ≥ Rp200\.000/).waitFor();
    await page.getByText("Atur tampilan").click();
    await page.getByRole("button", { name: "Hapus tampilan" }).click();
    await tab.waitFor({ state: "detached" });
    expect([...office.complaints, ...colleague.complaints]).toEqual([]);
  });

  longProof(
    "with the keyboard alone: the palette finds an order, a page and a product",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test", "/admin");
      await settled(page);
      const [order] = await asSeed()<{ id: string; number: string }[]>`
      select id, number from orders where number is not null limit 1`;
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Cari dan kerjakan" }).waitFor();
      await page.keyboard.type(order?.number ?? "");
      await page.getByRole("option", { selected: true, name: order?.number ?? "" }).waitFor();
      expect(await askAxe(page, { within: "html" })).toEqual([]);
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/admin/Orders/${order?.id}`);
      await settled(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.type("pengiri");
      await page.getByRole("option", { selected: true, name: /Pengiriman/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/admin/Shipping");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.type("mug jakarta");
      await page
        .getByRole("option", { name: /Mug Jakarta/i })
        .first()
        .waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      expect(complaints).toEqual([]);
    },
  );

  test("with the keyboard alone: a price and a counted stock are edited in the list", async () => {
    await asSeed()`
      insert into products (slug, name, created_at)
      select 'sebaris-' || n, jsonb_build_object('id', 'Sebaris ' || n, 'en', ''), now() + n * interval '1 hour'
      from generate_series(1, 2) n`;
    await asSeed()`
      insert into product_variants (product_id, sku, price, weight_grams)
      select id, slug, 10000, 100 from products where slug like 'sebaris-%'`;
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products?q=sebaris");
    await settled(page);
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Harga: Sebaris 2" }).waitFor();
    await page.keyboard.type("12.500");
    await page.keyboard.press("Enter");
    // Enter went on to the next row.
    await page.getByRole("textbox", { name: "Harga: Sebaris 1" }).waitFor();
    await page.keyboard.type("99.999");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /Harga: Sebaris 2: Rp12\.500/ }).waitFor();
    await page.getByRole("button", { name: /Harga: Sebaris 1: Rp10\.000/ }).waitFor();
    await page.getByRole("button", { name: /Stok di tangan Sebaris 1/ }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stok di tangan Sebaris 1, hasil hitung: 7" }).waitFor();
    const rows = await asSeed()`
      select v.sku, v.price, k.on_hand, (select count(*)::int from stock_movements m where m.variant_id = v.id) as moved
      from product_variants v join stock_items k on k.variant_id = v.id where v.sku like 'sebaris-%' order by v.sku`;
    expect(rows).toEqual([
      { sku: "sebaris-1", price: 10_000, on_hand: 7, moved: 1 },
      { sku: "sebaris-2", price: 12_500, on_hand: 0, moved: 0 },
    ]);
    expect(await askAxe(page, { within: "html" })).toEqual([]);
    expect(complaints).toEqual([]);
  });

  longProof(
    "with the keyboard alone: a range is selected and its prices change as a task",
    async () => {
      await asSeed()`
      insert into products (slug, name, created_at)
      select 'rentang-' || n, jsonb_build_object('id', 'Rentang ' || n, 'en', ''), now() + n * interval '1 hour'
      from generate_series(1, 4) n`;
      await asSeed()`
      insert into product_variants (product_id, sku, price, weight_grams)
      select id, slug, 10000, 100 from products where slug like 'rentang-%'`;
      const { page } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test", "/admin/Products?q=rentang");
      await settled(page);
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await page.getByText("1 dipilih").waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      await page.keyboard.press("Shift+X");
      await page.getByText("3 dipilih").waitFor();
      await page.getByLabel("Tindakan").selectOption("price");
      await page.getByLabel("Perubahan harga").fill("-10%");
      expect(await askAxe(page, { within: "html" })).toEqual([]);
      await page.getByRole("button", { name: "Jalankan" }).focus();
      await page.keyboard.press("Enter");
      await expect
        .poll(async () => await asSeed()`select state, done, failed from staff_tasks`, {
          timeout: 20_000,
        })
        .toEqual([{ state: "done", done: 3, failed: 0 }]);
      const prices = await asSeed()`
      select sku, price from product_variants where sku like 'rentang-%' order by sku desc`;
      expect(prices.map(({ price }) => price)).toEqual([9_000, 9_000, 9_000, 10_000]);
    },
  );

  longProof(
    "single keys go to pages and rows, never while typing, and can be switched off",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "staff@etalase.test", "/admin");
      await settled(page);
      await page.keyboard.press("g");
      await page.keyboard.press("p");
      await page.waitForURL("**/admin/Products");
      await page.getByRole("heading", { name: "Produk", level: 1 }).waitFor();
      const rows = page.locator("tbody tr a[href]");
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      expect(await rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true);
      await page.keyboard.press("k");
      expect(await rows.nth(0).evaluate((row) => row === document.activeElement)).toBe(true);
      await page.keyboard.press("/");
      await page.keyboard.type("gojk?[");
      expect(await page.getByRole("searchbox").inputValue()).toBe("gojk?[");
      expect(new URL(page.url()).pathname).toBe("/admin/Products");
      await page.keyboard.press("Tab");
      await page.keyboard.press("?");
      const help = page.getByRole("dialog", { name: "Tombol pintas" });
      await help.waitFor();
      expect(await askAxe(page, { within: "html" })).toEqual([]);
      await help.getByRole("checkbox").uncheck();
      await expect
        .poll(async () => await asSeed()`select shortcuts from private.staff_preferences`)
        .toEqual([{ shortcuts: false }]);
      await page.keyboard.press("Escape");
      await page.reload();
      await settled(page);
      await page.keyboard.press("g");
      await page.keyboard.press("o");
      // Ctrl-K has a modifier and stays; what it opens shows that the keys before were heard and did nothing.
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Cari dan kerjakan" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/admin/Products");
      expect(complaints).toEqual([]);
    },
  );
});
