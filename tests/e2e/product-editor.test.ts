import { describe, expect, test } from "vitest";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { KeyboardOnly } from "#tests/support/browser/keyboard-only.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a shopkeeper's products", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("a product is added, priced, stocked and published by screen, and a buyer puts it in the cart", async () => {
    const office = await chromium.open({ width: 1280 });
    const { page } = office;
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products");
    await page.getByRole("link", { name: "Produk baru" }).click();
    await page.getByLabel("Nama produk").fill("Gelas Kaca Bening");
    await page.getByRole("button", { name: "Buat draf" }).click();
    await page.getByRole("heading", { name: "Gelas Kaca Bening" }).waitFor();

    // Not publishable without a price.
    await page.getByRole("button", { name: "Terbitkan" }).click();
    await page.getByRole("button", { name: "Terbitkan tanpa foto" }).click();
    await page.getByText("isi harga semua varian").waitFor();
    await page.getByLabel("Harga (Rp): Tanpa pilihan").fill("85.000");
    await page.getByLabel("Stok di tangan: Tanpa pilihan").fill("12");
    await page.getByLabel("Berat (gram): Tanpa pilihan").fill("350");
    // A category is made without leaving the product.
    await page.getByLabel("Nama kategori baru").fill("Gelas");
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: "Gelas", checked: true }).waitFor();
    await page
      .getByLabel("Uraian Indonesia")
      .fill("Isi **350 ml**:\n- Aman untuk [mesin cuci](/Shop)\n- Tanpa timbal\n\n<b>x</b>");
    await page.getByRole("button", { name: "Simpan", exact: true }).click();
    await page.getByText("Tersimpan", { exact: true }).waitFor();
    // Without a photograph the first press asks.
    await page.getByRole("button", { name: "Terbitkan", exact: true }).click();
    await page.getByText("Produk ini belum punya foto", { exact: false }).waitFor();
    expect(await asSeed()`select status from products where slug = 'gelas-kaca-bening'`).toEqual([
      { status: "draft" },
    ]);
    await page.getByRole("button", { name: "Terbitkan tanpa foto" }).click();
    await page.getByText(/Terbit sejak/).waitFor();

    const buyer = await chromium.open({ width: 390 });
    await buyer.page.goto(`${program().url}/item/gelas-kaca-bening`);
    // The description has its list, bold words and link; HTML in it is text.
    await buyer.page.getByRole("listitem").filter({ hasText: "Tanpa timbal" }).waitFor();
    expect(await buyer.page.locator("strong", { hasText: "350 ml" }).count()).toBe(1);
    await buyer.page.getByRole("link", { name: "mesin cuci" }).waitFor();
    await buyer.page.getByText("<b>x</b>").waitFor();
    await buyer.page
      .getByText(/Rp85\.000/)
      .first()
      .waitFor();
    await buyer.page
      .getByRole("button", { name: /Masukkan keranjang/ })
      .first()
      .click();
    await buyer.page.getByRole("dialog").getByText("Gelas Kaca Bening").waitFor();
    // Indonesian stands in for the missing translation.
    await buyer.page.goto(`${program().url}/en/item/gelas-kaca-bening`);
    await buyer.page.getByRole("heading", { name: "Gelas Kaca Bening" }).first().waitFor();
    const [stock] = await asSeed()`
      select s.on_hand, v.price, v.weight_grams from product_variants v join stock_items s on s.variant_id = v.id
      join products p on p.id = v.product_id where p.slug = 'gelas-kaca-bening'`;
    expect(stock).toEqual({ on_hand: 12, price: 85_000, weight_grams: 350 });
    const [category] = await asSeed()`
      select c.name, c.published from product_categories k join categories c on c.id = k.category_id
      join products p on p.id = k.product_id where p.slug = 'gelas-kaca-bening'`;
    expect(category).toEqual({ name: { id: "Gelas", en: "" }, published: true });
    expect([...office.complaints, ...buyer.complaints]).toEqual([]);
  });

  test("variants follow the values of the options, in a table that also fills the stock", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products/New");
    await page.getByLabel("Nama produk").fill("Kaos Ikut Nilai");
    await page.getByRole("button", { name: "Buat draf" }).click();
    await page.getByRole("heading", { name: "Kaos Ikut Nilai", level: 1 }).waitFor();
    await settled(page);
    await page.getByLabel("Harga (Rp): Tanpa pilihan").fill("80.000");
    for (const [add, values] of [
      ["Tambah warna", "Merah, Biru"],
      ["Tambah ukuran", "S, M, L"],
    ] as const) {
      await page.getByRole("button", { name: add }).click();
      await page.getByRole("textbox", { name: "Tambah nilai" }).last().fill(values);
      await page.keyboard.press("Enter");
    }
    expect(await page.getByLabel("Warna contoh Merah").inputValue()).toBe("#c8202f");
    await page.getByRole("button", { name: "Buat 5 varian yang belum ada" }).click();
    await page.getByLabel("Stok untuk semua").fill("7");
    await page.getByRole("button", { name: "Terapkan", exact: true }).click();
    await page.getByRole("button", { name: "Hapus Merah", exact: true }).click();
    await page.getByText("Merah dihapus, bersama 3 variannya.").waitFor();
    expect(await page.getByLabel(/^Harga \(Rp\): Merah/).count()).toBe(0);
    await page.getByRole("button", { name: "Urungkan" }).click();
    await page.getByRole("button", { name: "Hapus L", exact: true }).click();
    // A row of the table, not a card.
    const row = await page.getByRole("listitem").filter({ hasText: "Merah / S" }).boundingBox();
    expect(row?.height).toBeLessThan(64);
    await page.getByRole("button", { name: "Simpan", exact: true }).click();
    await page.getByText("Tersimpan", { exact: true }).waitFor();
    const stored = await asSeed()`
      select v.options, v.price, s.on_hand from product_variants v join stock_items s on s.variant_id = v.id
      join products p on p.id = v.product_id
      where p.slug = 'kaos-ikut-nilai' and not v.archived order by v.options ->> 'colour', v.options ->> 'size'`;
    expect(stored.map(({ options }) => `${options.colour} ${options.size}`)).toEqual([
      ...["biru m", "biru s", "merah m", "merah s"],
    ]);
    expect(stored.map(({ price, on_hand }) => [price, on_hand])).toEqual(
      Array.from({ length: 4 }, () => [80_000, 7]),
    );
    expect(complaints).toEqual([]);
  });

  test("staff can preview a draft's page; other people get a 404", async () => {
    const [office, buyer, visitor] = [
      await chromium.open({ width: 1280 }),
      await chromium.open(),
      await chromium.open(),
    ];
    const { page, complaints } = office;
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products/New");
    await page.getByLabel("Nama produk").fill("Topi Belum Terbit");
    await page.getByRole("button", { name: "Buat draf" }).click();
    await page.getByRole("heading", { name: "Topi Belum Terbit", level: 1 }).waitFor();
    const address = await page.getByRole("link", { name: "Pratinjau" }).getAttribute("href");
    const answer = await page.goto(`${program().url}${address}`);
    expect(answer?.headers()["cache-control"]).toBe("no-store");
    await page.getByRole("heading", { name: "Topi Belum Terbit", level: 1 }).waitFor();
    expect(
      await page.getByRole("button", { name: "Kabari saat stok tersedia" }).last().isDisabled(),
    ).toBe(true);
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    expect(await page.locator('script[type="application/ld+json"]').allInnerTexts()).toEqual([]);
    expect(await faultsOf(page, "the preview of a product")).toEqual([]);
    await signIn(buyer.page, program().url, "customer@etalase.test");
    for (const { context } of [buyer, visitor]) {
      for (const path of [`${address}`, `${address}.data`, "/item/topi-belum-terbit"]) {
        const refused = await context.request.get(`${program().url}${path}`);
        expect(refused.status(), path).toBe(404);
        expect(await refused.text()).not.toContain("Topi Belum Terbit");
      }
    }
    expect(complaints).toEqual([]);
  });

  longProof("with the keyboard alone: two options make 12 variants", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const keys = new KeyboardOnly(page);
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products");
    await settled(page);
    await keys.skipToContent();
    await keys.press("Produk baru");
    await page.getByLabel("Nama produk").waitFor();
    await settled(page);
    await keys.reach("main input[name]:not([type=hidden])");
    await keys.type("Kaos Dua Belas");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Kaos Dua Belas", level: 1 }).waitFor();
    await settled(page);
    await keys.keepsFocus("the new product");
    for (const [add, values] of [
      ["Tambah warna", ["Hitam", "Putih", "Merah", "Biru"]],
      ["Tambah ukuran", ["S", "M", "L"]],
    ] as const) {
      await keys.press(add);
      // The first value is typed at once.
      for (const value of values) {
        await keys.type(value);
        await page.keyboard.press("Enter");
        await keys.keepsFocus(value);
      }
    }
    await keys.press("Buat 11 varian yang belum ada");
    await keys.reach('input[aria-label="Harga untuk semua"]');
    await keys.type("120.000");
    await keys.press("Terapkan");
    await page.keyboard.press("Control+s");
    await page.getByText("Tersimpan", { exact: true }).waitFor();
    await keys.keepsFocus("the save");
    const made = async () =>
      (
        await asSeed()`
          select count(*)::int as n, min(price) as price, count(distinct v.options)::int as options, min(p.status) as status
          from product_variants v join products p on p.id = v.product_id
          where p.slug = 'kaos-dua-belas' and not archived`
      )[0];
    expect(await made()).toEqual({ n: 12, price: 120_000, options: 12, status: "draft" });
    // Twelve rows have a way around them.
    await keys.press("Lewati 12 varian");
    await keys.press("Terbitkan");
    await keys.press("Terbitkan tanpa foto");
    await page.getByText(/Terbit sejak/).waitFor();
    await keys.keepsFocus("the publication");
    expect(await made()).toMatchObject({ status: "published" });
    expect(complaints).toEqual([]);
  });

  longProof("with the keyboard alone: fifty prices are changed and saved together", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const keys = new KeyboardOnly(page);
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products/Grid");
    await settled(page);
    await keys.skipToContent();
    await keys.reach("input[data-column=price]");
    for (let n = 0; n < 50; n++) {
      await keys.type(String(50_000 + n));
      await page.keyboard.press("Enter");
    }
    await page.getByText("50 baris diubah").waitFor();
    const faults = await faultsOf(page, "the grid");
    await page.keyboard.press("Control+s");
    await page.getByText("50 baris tersimpan").waitFor();
    await keys.keepsFocus("the save");
    const prices = await asSeed()<{ price: number }[]>`
      select v.price from product_variants v join products p on p.id = v.product_id
      where not v.archived and p.status <> 'archived' order by v.sku limit 50`;
    expect(prices.map(({ price }) => price)).toEqual(
      Array.from({ length: 50 }, (_, n) => 50_000 + n),
    );
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("a column that is pasted into the grid fills the rows, and its save is undone", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products/Grid");
    await settled(page);
    const read = () => asSeed()<{ price: number }[]>`
      select v.price from product_variants v join products p on p.id = v.product_id
      where not v.archived and p.status <> 'archived' order by v.sku limit 4`;
    const before = (await read()).map(({ price }) => price);
    const paste = (text: string) =>
      page
        .locator("input[data-column=price]")
        .nth(1)
        .evaluate((field, pasted) => {
          const data = new DataTransfer();
          data.setData("text", pasted);
          const shared = { clipboardData: data, bubbles: true, cancelable: true };
          field.dispatchEvent(new ClipboardEvent("paste", shared));
        }, text);
    await paste("SKU\tHarga\nTIDAK-ADA\t1");
    await page.getByText("TIDAK-ADA 1").waitFor();
    await page.getByRole("button", { name: "Lanjut tanpa baris ini" }).click();
    await paste("Rp 91.000\n91.500");
    await page.getByText("2 baris diubah").waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText("2 baris tersimpan").waitFor();
    expect((await read()).map(({ price }) => price)).toEqual([
      before[0],
      91_000,
      91_500,
      before[3],
    ]);
    await page.getByRole("button", { name: "Kembalikan" }).click();
    await expect.poll(async () => (await read()).map(({ price }) => price)).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test("two people change the same field: the second one sees both values and decides", async () => {
    const [first, second] = [await chromium.open(), await chromium.open()];
    const [product] = await asSeed()<
      { id: string }[]
    >`select id from products where slug = 'mug-jakarta'`;
    const address = `/admin/Products/${product?.id}`;
    for (const { page } of [first, second]) {
      await signIn(page, program().url, "admin@etalase.test", address);
      await settled(page);
    }
    const brand = (page: typeof first.page) => page.getByLabel("Merek");
    for (const { page } of [first, second]) {
      await page.getByRole("button", { name: "Buka Pengelompokan" }).click();
    }
    await brand(first.page).fill("Kaca");
    await first.page.getByRole("button", { name: "Terapkan perubahan" }).click();
    await first.page.getByText("Tersimpan", { exact: true }).waitFor();
    await brand(second.page).fill("Perunggu");
    await second.page.getByLabel("Tag").fill("kota, oleh-oleh");
    await second.page.getByRole("button", { name: "Terapkan perubahan" }).click();
    const conflict = second.page.getByRole("alert").filter({ hasText: "Orang lain" });
    await conflict.getByText("Kaca").waitFor();
    await conflict.getByText("Perunggu").waitFor();
    await conflict.getByRole("button", { name: "Pakai isian saya" }).click();
    await second.page.getByRole("button", { name: "Terapkan perubahan" }).click();
    await second.page.getByText("Tersimpan", { exact: true }).waitFor();
    const [saved] =
      await asSeed()`select brand, tags from products where id = ${product?.id ?? ""}`;
    expect(saved).toEqual({ brand: "Perunggu", tags: ["kota", "oleh-oleh"] });
  });

  test("on a phone the status is first and the other sections are folded, except one with a refused field", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products");
    const [product] = await asSeed()<{ id: string }[]>`
      select id from products where slug = 'kaos-pelan-pelan'`;
    await page.goto(`${program().url}/admin/Products/${product?.id}`);
    await settled(page);
    const topOf = async (name: string) =>
      (await page.getByRole("heading", { name, exact: true }).boundingBox())?.y ?? 0;
    expect(await topOf("Status")).toBeLessThan(await topOf("Nama dan uraian"));
    const price = page.getByLabel(/^Harga \(Rp\): /).first();
    expect(await price.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Buka Harga dan stok" }).click();
    await price.fill("seribu");
    await page.getByRole("button", { name: "Lipat Harga dan stok" }).click();
    await page.getByRole("button", { name: "Terapkan perubahan" }).click();
    await page.getByText("Isi dengan bilangan bulat, nol atau lebih.").waitFor();
    expect(await price.isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  longProof(
    "the list, the editor and the stock ledger are for everybody, and keep unsaved work",
    async () => {
      const { page } = await chromium.open({ width: 1280 });
      const faults: string[] = [];
      await signIn(page, program().url, "admin@etalase.test", "/admin/Products");
      await page.getByRole("link", { name: "Mug Jakarta" }).waitFor();
      faults.push(...(await faultsOf(page, "products")));
      await page.goto(`${program().url}/admin/Categories`);
      faults.push(...(await faultsOf(page, "categories")));
      await page.getByRole("link", { name: "Mug", exact: true }).click();
      await page.getByRole("heading", { name: "Mug", exact: true }).waitFor();
      faults.push(...(await faultsOf(page, "a category")));
      await page.goto(`${program().url}/admin/Products`);
      await page.getByRole("link", { name: "Mug Jakarta" }).click();
      await page.getByRole("heading", { name: "Mug Jakarta" }).waitFor();
      faults.push(...(await faultsOf(page, "a product")));
      await page.getByLabel("Merek").fill("Belum disimpan");
      await page.getByRole("link", { name: "Pesanan" }).click();
      const leave = page.getByRole("dialog", { name: "Perubahan belum disimpan" });
      faults.push(...(await faultsOf(page, "leaving a product")));
      await leave.getByRole("button", { name: "Tetap di sini" }).click();
      expect(await page.getByLabel("Merek").inputValue()).toBe("Belum disimpan");
      await page.getByRole("button", { name: "Buang" }).click();
      await page
        .getByRole("button", { name: /^Lainnya: / })
        .first()
        .click();
      faults.push(...(await faultsOf(page, "an unfolded variant")));
      await page
        .getByRole("link", { name: /^Buku stok/ })
        .first()
        .click();
      await page.getByRole("heading", { name: "Terima barang" }).waitFor();
      const receive = page.locator("form").filter({ hasText: "Terima barang" });
      await receive.getByLabel("Jumlah").fill("5");
      await receive.getByLabel("Catatan").fill("Nota 77 dari pemasok");
      await receive.getByRole("button", { name: "Catat barang masuk" }).click();
      const row = page.getByRole("row").filter({ hasText: "Nota 77 dari pemasok" });
      await row.getByRole("cell", { name: "+5" }).waitFor();
      faults.push(...(await faultsOf(page, "a stock ledger")));
      expect(faults).toEqual([]);
    },
  );

  test("a bulk price change is one group of the history, and its page shows products and prices", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products?q=mug");
    await settled(page);
    for (const place of [0, 1]) await page.locator("tbody input[type=checkbox]").nth(place).check();
    await page.locator("select[name=act]").selectOption("price");
    await page.locator("input[name=value]").fill("-10%");
    await page.getByRole("button", { name: "Jalankan" }).click();
    await page.getByRole("heading", { name: "Ubah harga produk · −10%" }).waitFor();
    await page
      .getByText(/^Rp[\d.]+ → Rp[\d.]+$/)
      .first()
      .waitFor();
    expect(await faultsOf(page, "a task of products")).toEqual([]);
    await page.goto(`${program().url}/admin/Audit`);
    await settled(page);
    const group = page.locator("main li").filter({ hasText: "Ubah harga produk · −10%" }).first();
    await group.getByText(/^\d+ perubahan oleh tugas ini$/).click();
    await group
      .getByText(/ · [A-Z0-9-]+$/)
      .first()
      .waitFor();
    await group
      .getByText(/Berjalan$/)
      .first()
      .waitFor();
    const text = await page.locator("main").textContent();
    expect(text).not.toMatch(/queued|running|bulk-price|task:/);
    expect(await faultsOf(page, "a group of the history")).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("staff whose role has no products see neither the list nor a product", async () => {
    const { page } = await chromium.open();
    await asSeed()`insert into staff_roles (id, name, permissions) values ('pesan', 'Pesan', '{enquiries.read}')`;
    await asSeed()`
      update profiles set staff_role = 'pesan' from auth.users u where u.id = profiles.id and u.email = 'staff@etalase.test'`;
    await signIn(page, program().url, "staff@etalase.test", "/admin/Enquiries");
    expect(await page.getByRole("link", { name: "Produk", exact: true }).count()).toBe(0);
    for (const path of ["/admin/Products", "/admin/Products/New", "/admin/Orders"]) {
      const answer = await page.goto(program().url + path);
      expect(answer?.status(), path).toBe(403);
    }
    const [product] = await asSeed()<{ id: string }[]>`select id from products limit 1`;
    const preview = await page.goto(`${program().url}/item/${product?.id}/Preview`);
    expect(preview?.status()).toBe(404);
    await asSeed()`
      update profiles set staff_role = 'sales' from auth.users u where u.id = profiles.id and u.email = 'staff@etalase.test'`;
  });
});
