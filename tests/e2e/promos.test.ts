import { describe, expect, test } from "vitest";
import { visitor } from "#shop/kernel/access.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import {
  brokenRules,
  hasBrowser,
  proveWithPassword,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("promotions in the back office", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("a shopkeeper makes ten percent off by screen, and a buyer's cart takes it", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/PromoCodes");
    await page.getByRole("link", { name: "Promo baru" }).click();
    await page.waitForURL(/PromoCodes\/New$/);
    await page.waitForSelector("html[data-alive]");
    await page.getByLabel("Nama promo Indonesia").fill("Hemat sepuluh");
    await page.getByLabel("Persen", { exact: true }).last().fill("10");
    await page.getByLabel("Kode", { exact: true }).fill("hematlayar");
    await page.getByText("10% untuk semua produk", { exact: false }).first().waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Simpan" }).click();
    await proveWithPassword(page);
    await page.waitForURL(/PromoCodes\/[0-9a-f-]{36}$/);
    expect(complaints).toEqual([]);

    const lines = [{ variant_id: await variantInStock(), quantity: 2 }];
    const bare = await quoteCart({ actor: visitor }, { lines }, "id");
    const quote = await quoteCart({ actor: visitor }, { lines, promo_codes: ["HEMATLAYAR"] }, "id");
    expect(bare.total - quote.total).toBe(Math.floor(bare.subtotal / 10));
    const [row] = await asSeed()`
      select p.name, p.created_by is not null as is_signed from promotions p
      join promo_codes c on c.promotion_id = p.id where c.code = 'HEMATLAYAR'`;
    expect(row).toMatchObject({ is_signed: true, name: { id: "Hemat sepuluh" } });
  });

  longProof(
    "by keyboard alone: a code taken elsewhere names its promotion, and the mended promotion is saved",
    async () => {
      const { page } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test");
      await page.goto(`${program().url}/admin/PromoCodes/New`);
      await page.waitForSelector("html[data-alive]");
      await page.getByLabel("Nama promo Indonesia").focus();
      await page.keyboard.type("Lewat papan ketik");
      // The English name, the button that copies the Indonesian one, then the kinds.
      for (let stop = 0; stop < 3; stop++) await page.keyboard.press("Tab");
      // The kinds are one group: an arrow chooses the next one.
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Tab");
      await page.keyboard.type("15rb");
      const codes = page.getByLabel("Kode", { exact: true });
      await codes.focus();
      await page.keyboard.type("hemat10");
      await page.getByRole("button", { name: "Simpan" }).focus();
      await page.keyboard.press("Enter");
      await proveWithPassword(page);
      await page.getByText("HEMAT10 sudah milik promo", { exact: false }).waitFor();
      await codes.focus();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("papanketik");
      await page.getByRole("button", { name: "Simpan" }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(/PromoCodes\/[0-9a-f-]{36}$/);
      const [row] = await asSeed()`
      select p.type, p.value from promotions p join promo_codes c on c.promotion_id = p.id
      where c.code = 'PAPANKETIK'`;
      expect(row).toEqual({ type: "fixed", value: 15_000 });
    },
  );

  longProof(
    "products, regions and a gift are found by searching, and the preview shows the gift",
    async () => {
      const { page } = await chromium.open({ width: 1280, dark: true });
      await signIn(page, program().url, "admin@etalase.test");
      await page.goto(`${program().url}/en/admin/PromoCodes/New`);
      await page.waitForSelector("html[data-alive]");
      const pick = async (label: string, text: string) => {
        await page.getByRole("combobox", { name: label, exact: true }).fill(text);
        await page.getByRole("option").first().waitFor();
        await page.keyboard.press("Enter");
      };
      await page.getByLabel("Name Indonesian").fill("Hadiah uji");
      await page.getByLabel("Gift", { exact: true }).check();
      await pick("Find a variant to give", "stiker");
      await page.getByLabel("By itself, without a code").check();
      await pick("Find a province, city, district or village", "bandung");
      await page.getByLabel("My choice").check();
      await pick("Find a variant", "mug");
      await page.locator("td", { hasText: "Gift" }).waitFor();
      await page.getByText("as a gift, delivered to", { exact: false }).waitFor();
      await pick("Find a product", "mug");
      expect(await brokenRules(page)).toEqual([]);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByLabel("Your password").fill("etalase-demo-2026");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(/PromoCodes\/[0-9a-f-]{36}$/);
      const [row] = await asSeed()`
      select cardinality(product_ids) as products, region_codes, gift_variant_id is not null as has_gift
      from promotions where name ->> 'id' = 'Hadiah uji'`;
      expect(row).toMatchObject({ products: 1, has_gift: true });
      expect(row?.region_codes[0]).toMatch(/^\d{4}/);
    },
  );

  test("of two people who change one number the second sees three values and decides", async () => {
    const { page } = await chromium.open({ width: 390, dark: true });
    const [promo] = await asSeed()<{ id: string }[]>`
      select promotion_id as id from promo_codes where code = 'NOTA25'`;
    await signIn(page, program().url, "admin@etalase.test");
    await page.goto(`${program().url}/admin/PromoCodes/${promo?.id}`);
    await page.waitForSelector("html[data-alive]");
    await asSeed()`update promotions set min_subtotal = 250000 where id = ${promo?.id ?? ""}`;
    await page.getByLabel("Belanja minimal (Rp)").fill("300.000");
    await page.getByRole("button", { name: "Simpan" }).click();
    await proveWithPassword(page);
    const conflict = page.getByRole("alert").filter({ hasText: "250000" });
    await conflict.waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await conflict.getByRole("button", { name: "Pakai isian saya" }).click();
    await page.getByRole("button", { name: "Simpan" }).click();
    await page.getByText("Tersimpan").waitFor();
    const [row] = await asSeed()`select min_subtotal from promotions where id = ${promo?.id ?? ""}`;
    expect(row).toEqual({ min_subtotal: 300_000 });
  });

  longProof("bulk codes are made in the background, downloaded and revoked by screen", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    const [promo] = await asSeed()<{ id: string }[]>`
      select promotion_id as id from promo_codes where code = 'HEMAT10'`;
    await signIn(page, program().url, "admin@etalase.test");
    await page.goto(`${program().url}/admin/PromoCodes/${promo?.id}/Codes`);
    await page.waitForSelector("html[data-alive]");
    await page.getByLabel("Jumlah").fill("25.000");
    await page.getByLabel("Awalan").fill("layar-");
    await page.getByRole("button", { name: "Buat kode" }).click();
    await proveWithPassword(page);
    await page.getByText("Selesai").waitFor({ timeout: 60_000 });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Unduh CSV" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const rows = Buffer.concat(chunks).toString().trimEnd().split("\r\n").slice(1);
    expect(new Set(rows).size).toBe(25_000);
    const code = rows[0]?.split(",")[0] ?? "";
    const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
    const discount = async () =>
      (await quoteCart({ actor: visitor }, { lines, promo_codes: [code] }, "id")).discount;
    expect(await discount()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Cabut" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cabut" }).click();
    await page.getByText("Dicabut").waitFor();
    expect(await discount()).toBe(0);
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("staff who may only read see a promotion and its results, and can change neither it nor its codes", async () => {
    const { page } = await chromium.open({ width: 1280 });
    const [promo] = await asSeed()<{ id: string }[]>`
      select promotion_id as id from promo_codes where code = 'HEMAT10'`;
    const at = `${program().url}/admin/PromoCodes`;
    await signIn(page, program().url, "staff@etalase.test", "/admin/PromoCodes");
    expect(await page.getByRole("link", { name: "Promo baru" }).count()).toBe(0);
    await page.goto(`${at}/${promo?.id}`);
    await page.getByText("Anda bisa melihat promo ini", { exact: false }).waitFor();
    expect(await page.getByRole("button", { name: "Simpan" }).count()).toBe(0);
    await page.goto(`${at}/${promo?.id}/Codes`);
    expect(await page.getByRole("button", { name: "Buat kode" }).count()).toBe(0);
    expect((await page.goto(`${at}/New`))?.status()).toBe(403);
    expect((await page.goto(`${at}/${crypto.randomUUID()}`))?.status()).toBe(404);
  });
});
