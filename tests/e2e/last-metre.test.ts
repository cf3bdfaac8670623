import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  brokenRules,
  hasBrowser,
  openCheckout,
  putMugInCart,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const mug = "mug-ngopi-dulu";

describe.runIf(hasBrowser)("from the product to the payment", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  const url = (path: string) => program().url + path;
  const viewed = (page: Page) =>
    page.locator("section", { hasText: "Terakhir dilihat" }).getByRole("link").allTextContents();

  longProof("an empty cart offers four best sellers, a full one what is not in it", async () => {
    const { page, complaints } = await chromium.open();
    await page.goto(url("/Cart"));
    const shelf = page.locator("section", { hasText: "Terlaris" });
    await shelf.getByRole("article").first().waitFor();
    expect(await shelf.getByRole("article").count()).toBe(4);

    await page.goto(url("/item/kaos-kawung-saku"));
    await settled(page);
    await putMugInCart(page, program().url);
    await page.goto(url("/Cart"));
    await page.getByText("Terakhir dilihat").waitFor();
    expect(await viewed(page)).toEqual(["Kaos Kawung Saku"]);
    expect(complaints).toEqual([]);
  });

  longProof(
    "the drawer is half a phone's screen, leads to the checkout and to the cart",
    async () => {
      const { page } = await chromium.open();
      await putMugInCart(page, program().url);
      const drawer = page.getByRole("dialog", { name: "Masuk keranjang" });
      await drawer.getByText("Subtotal").waitFor();
      const box = await drawer.boundingBox();
      expect(box?.height).toBeLessThan(844 * 0.66);
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
      expect(await drawer.getByRole("link", { name: "Checkout" }).getAttribute("href")).toBe(
        "/Checkout",
      );
      expect(await brokenRules(page)).toEqual([]);
      await drawer.getByRole("link", { name: "Lihat keranjang (1 barang)" }).click();
      await page.waitForURL(/\/Cart$/);

      const desk = await chromium.open({ width: 1280 });
      await putMugInCart(desk.page, program().url);
      const side = await desk.page.getByRole("dialog", { name: "Masuk keranjang" }).boundingBox();
      expect(side).toMatchObject({ y: 0, height: 844, width: 448 });
    },
  );

  test("a quantity above the limit says so and names who takes more", async () => {
    const { page } = await chromium.open();
    await page.goto(url(`/item/${mug}`));
    await settled(page);
    const quantity = page.getByRole("textbox", { name: "Jumlah" });
    await quantity.fill("150");
    await quantity.blur();
    const limit = page.getByText("Maksimal 99. Pesan lebih banyak?");
    await limit.waitFor();
    expect(await quantity.inputValue()).toBe("99");
    expect(await limit.getByRole("link", { name: "WhatsApp kami." }).getAttribute("href")).toMatch(
      /^https:\/\/wa\.me\/6281234567890/,
    );
    await quantity.fill("5");
    await quantity.blur();
    await limit.waitFor({ state: "detached" });
  });

  test("delivery is priced for the main address, then for what was searched; the page is everybody's", async () => {
    const visitor = await (await fetch(url(`/item/${mug}`))).text();
    const { page, context, complaints } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test");
    const cookies = (await context.cookies())
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const signedIn = await fetch(url(`/item/${mug}`), { headers: { cookie: cookies } });
    const plain = (html: string) => html.replace(/nonce="[^"]*"/g, "");
    expect(plain(await signedIn.text())).toBe(plain(visitor));

    await page.goto(url(`/item/${mug}`));
    const estimate = page.getByRole("region", { name: "Ongkir dan tanggal tiba" });
    await estimate.getByText(/^Ke Braga, Sumur Bandung, Kota Bandung/).waitFor();
    await estimate.getByText(/^Tiba/).first().waitFor();
    // Pickup is a row of its own, with its place and hours.
    const pickup = estimate.locator("div", { hasText: "Ambil di toko" }).last();
    await pickup.getByText("Jam buka: Senin–Sabtu, 09.00–17.00 WIB").waitFor();
    expect(await estimate.locator("dl").textContent()).not.toContain("Ambil di toko");

    await putMugInCart(page, program().url);
    await page.goto(url("/Cart"));
    await page.getByText(/mulai Rp/).waitFor();
    expect(await page.getByText("Berikutnya: email").count()).toBe(0);
    // Nothing of the address stays on the device.
    expect(await page.evaluate(() => localStorage.getItem("cart"))).not.toContain("Braga");

    await page.getByRole("button", { name: "Ganti" }).click();
    await page.getByRole("combobox", { name: /Kecamatan/ }).fill("kebayoran baru");
    await page.getByRole("option").first().click();
    await page.goto(url(`/item/${mug}`));
    await page.getByText(/Kebayoran Baru, Jakarta Selatan 12\d{3}$/).waitFor();
    expect(complaints).toEqual([]);

    const stranger = await chromium.open();
    await putMugInCart(stranger.page, program().url);
    await stranger.page.goto(url("/Cart"));
    await stranger.page.getByText("Berikutnya: email, alamat, dan cara bayar.").waitFor();
  });

  test("public promotions are listed with what is missing, and used by a press", async () => {
    const { page, complaints } = await chromium.open();
    await putMugInCart(page, program().url);
    await page.goto(url("/Cart"));
    await page.getByRole("button", { name: "Promo untuk Anda" }).click();
    const sheet = page.getByRole("dialog", { name: "Promo untuk Anda" });
    await sheet.getByText("GRATISONGKIR").waitFor();
    await sheet.getByText(/^Kode ini .*Rp135\.000/).waitFor();
    expect(await sheet.getByText("HEMAT10").count()).toBe(0);
    expect(await brokenRules(page)).toEqual([]);
    await sheet.getByRole("button", { name: "Tutup" }).click();

    const quantity = page.getByRole("textbox", { name: /^Jumlah/ });
    await quantity.fill("4");
    await quantity.blur();
    await page.getByRole("button", { name: "Promo untuk Anda" }).click();
    await sheet.getByText("Hemat Rp25.000 untuk keranjang ini.").waitFor();
    await sheet.getByRole("button", { name: "Pakai kode NOTA25" }).click();
    await page.getByText("Potongan NOTA25").waitFor();
    expect(complaints).toEqual([]);
  });

  test("five banks are one row that opens, and wallets are named", async () => {
    const { page } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test");
    await openCheckout(page, program().url);
    const methods = page.getByRole("group", { name: "Cara bayar" });
    const names = () =>
      methods
        .getByRole("radio")
        .evaluateAll((all) =>
          all.map((one) => (one as HTMLInputElement).labels?.[0]?.textContent?.trim()),
        );
    const closed = [
      "QRIS",
      "Virtual account",
      "Apple Pay / Google Pay",
      "E-wallet (GoPay, OVO, DANA, ShopeePay)",
      "Kartu debit atau kredit",
    ];
    expect(await names()).toEqual(closed);
    await page.getByRole("radio", { name: /^Virtual account/ }).check();
    const banks = page.getByRole("group", { name: "Pilih bank" });
    expect(await banks.getByRole("radio").count()).toBe(5);
    expect(await banks.getByRole("radio", { name: "BCA Virtual Account" }).isChecked()).toBe(true);
    // Marks are drawings of ours: a stroke in the colour of the text, no picture.
    expect(await methods.locator("img, image").count()).toBe(0);
    const strokes = await methods
      .locator("svg")
      .evaluateAll((all) => all.map((mark) => getComputedStyle(mark).fill));
    expect(new Set(strokes)).toEqual(new Set(["none"]));
    // The total that stays in sight covers what is scrolled under it.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("radio", { name: "QRIS" }).check();
    await banks.waitFor({ state: "detached" });
    // An invalid card number shows its error on blur, before the payment.
    await page.getByRole("radio", { name: /^Kartu debit/ }).check();
    const number = page.getByLabel("Nomor kartu");
    await number.fill("4242424242424241");
    await number.blur();
    await page.getByText("Nomor kartu tidak benar. Periksa angkanya.").waitFor();
    await number.fill("4242424242424242");
    await number.blur();
    expect(await page.getByText("Nomor kartu tidak benar. Periksa angkanya.").count()).toBe(0);
  });

  test("a double tap and a button zoom a product's picture", async () => {
    const { page } = await chromium.open();
    await page.goto(url(`/item/${mug}`));
    await settled(page);
    await page.getByRole("button", { name: "Perbesar gambar" }).click();
    const dialog = page.getByRole("dialog", { name: "Mug Ngopi Dulu" });
    const picture = dialog.getByRole("img");
    const widthOf = async () => Math.round((await picture.boundingBox())?.width ?? 0);
    await dialog.getByRole("button", { name: "Perbesar", exact: true }).waitFor();
    const whole = await widthOf();
    await picture.dblclick({ position: { x: 20, y: 20 } });
    await dialog.getByRole("button", { name: "Perkecil" }).waitFor();
    expect(await widthOf()).toBe(Math.round(whole * 2.5));
    expect(await brokenRules(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Perkecil" }).click();
    await dialog.getByRole("button", { name: "Perbesar", exact: true }).waitFor();
    expect(await widthOf()).toBe(whole);
  });

  longProof(
    "the home page repeats nothing of its hero, and its payment marks are no controls",
    async () => {
      const { page } = await chromium.open({ width: 1280 });
      await page.goto(url("/"));
      await settled(page);
      const hero = await page
        .locator(".copies a")
        .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
      expect(hero).toHaveLength(3);
      const best = page.locator("section", {
        has: page.getByRole("heading", { name: "Terlaris" }),
      });
      const shelf = await best
        .getByRole("article")
        .getByRole("link")
        .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
      expect(shelf).toHaveLength(4);
      expect(shelf.filter((href) => hero.includes(href))).toEqual([]);
      const titles = await page.getByRole("heading", { level: 2 }).allTextContents();
      const place = (title: string) => titles.indexOf(title);
      expect(place("Cetak nama Anda")).toBeLessThan(place("Terlaris"));
      expect(place("Terlaris")).toBeLessThan(place("Satu nota, empat lembar"));
      const marks = page.locator("section", {
        has: page.getByRole("heading", { name: "Cara bayar" }),
      });
      expect(await marks.getByText("GoPay").count()).toBe(1);
      expect(await marks.locator("a, button, [tabindex]").count()).toBe(0);
      expect(
        await marks
          .locator("svg")
          .evaluateAll((all) =>
            all.map((mark) => getComputedStyle(mark.parentElement as Element).borderTopWidth),
          ),
      ).not.toContain("1px");
    },
  );

  longProof("cards say how many were sold and how much is off", async () => {
    const [product] = await asSeed()<{ id: string }[]>`select id from products where slug = ${mug}`;
    await asSeed()`select private.count_sold()`;
    await asSeed()`
      insert into private.sold_changes (product_id, ordered_at, pieces)
      select ${product?.id ?? ""}, now(), 127 - coalesce((
        select pieces from private.product_sold where product_id = ${product?.id ?? ""}), 0)`;
    await asSeed()`select private.count_sold()`;
    const { page } = await chromium.open();
    await expect
      .poll(async () => {
        await page.goto(url(`/item/${mug}`));
        return page.getByText("Terjual 120+").count();
      })
      .toBe(1);
    await page.goto(url("/Shop?sale=1"));
    expect(
      await page
        .getByRole("article")
        .first()
        .getByText(/^−\d+%$/)
        .count(),
    ).toBe(1);
  });

  longProof("by night pictures are dimmed, and what holds their place is dark", async () => {
    const { page } = await chromium.open({ dark: true });
    await page.goto(url(`/item/${mug}`));
    await settled(page);
    const looks = await page
      .locator("img.square")
      .first()
      .evaluate((image) => {
        const { filter, backgroundColor } = getComputedStyle(image);
        return { filter, backgroundColor };
      });
    expect(looks).toEqual({ filter: "brightness(0.92)", backgroundColor: "rgb(45, 51, 92)" });
  });

  test("a search finds what people call it, and offers a category where it finds nothing", async () => {
    const { page } = await chromium.open();
    await page.goto(url("/Shop?q=kado"));
    expect(await page.getByRole("article").count()).toBeGreaterThan(3);
    await page.goto(url("/Shop?q=muuggg"));
    await page.getByRole("link", { name: "Lihat Mug" }).click();
    await page.waitForURL(/category=mug/);
  });

  longProof("staff keep the synonyms, and the other's change is not lost", async () => {
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "admin@etalase.test", "/admin/Settings/synonyms");
    await settled(page);
    await page.getByText("Tambah kata", { exact: true }).first().click();
    const form = page.locator("form#row-");
    await form.getByRole("button", { name: "Tambah kata" }).click();
    await form.getByText("Isi bagian ini.").first().waitFor();
    await form.getByLabel("Kata yang diketik").fill("Tempat Minum");
    await form.getByLabel("Juga mencari").fill("Tumbler, Mug");
    await form.getByRole("button", { name: "Tambah kata" }).click();
    const row = page.locator("li", { hasText: "tempat minum" });
    await row.getByText("tumbler, mug").waitFor();
    await asSeed()`update search_synonyms set means = 'tumbler' where word = 'tempat minum'`;
    await row.locator("summary").click();
    await row.getByLabel("Juga mencari").fill("mug");
    await row.getByRole("button", { name: "Simpan" }).click();
    await page
      .getByText(/tumbler, mug/)
      .first()
      .waitFor();
    expect(await asSeed()`select means from search_synonyms where word = 'tempat minum'`).toEqual([
      { means: "tumbler" },
    ]);
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
