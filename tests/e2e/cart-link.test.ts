import { describe, expect, test } from "vitest";
import {
  brokenRules,
  hasBrowser,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a cart link", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  const cartOf = () =>
    JSON.parse(localStorage.getItem("cart") ?? '{"state":{"lines":[],"promo_codes":[]}}').state as {
      lines: { variant_id: string; quantity: number }[];
      promo_codes: string[];
    };

  test("staff build it by keyboard; a visitor sees the goods and fills the cart once", async () => {
    const { url } = program();
    const staff = await chromium.open({ width: 390, dark: true });
    await signIn(staff.page, url, "staff@etalase.test", "/admin/Orders/CartLink");
    await settled(staff.page);
    const search = staff.page.getByRole("combobox", { name: /^Tambah barang/ });
    for (const quantity of ["1", "2"]) {
      await search.pressSequentially("mug ngopi");
      await staff.page.keyboard.press("Enter");
      const pieces = staff.page.getByRole("textbox", { name: /Ngopi/ });
      await expect.poll(() => pieces.inputValue()).toBe(quantity);
    }
    await staff.page.getByLabel(/^Kode promo/).fill("HEMAT10");
    const copy = staff.page.getByRole("button", { name: "Salin tautan keranjang" });
    await copy.waitFor();
    expect(await brokenRules(staff.page)).toEqual([]);
    const page = staff.page.getByRole("link", { name: "Lihat halamannya" });
    const link = (await page.getAttribute("href")) ?? "";
    expect(link).toMatch(/\/Buy\?items=[^&]+:2&code=HEMAT10$/);

    const buyer = await chromium.open({ width: 390, dark: true });
    const path = `${link.slice(link.indexOf("/Buy")).replace("&", ",TIDAK-ADA:1&")}`;
    await buyer.page.goto(url + path);
    const add = buyer.page.getByRole("button", { name: "Masukkan ke keranjang" });
    await add.waitFor();
    await buyer.page.getByText("TIDAK-ADA").waitFor();
    await buyer.page.getByText("Kode promo HEMAT10 ikut dimasukkan.").waitFor();
    expect(await brokenRules(buyer.page)).toEqual([]);
    // Opening and reloading the page changes nothing.
    await buyer.page.reload();
    await add.waitFor();
    expect((await buyer.page.evaluate(cartOf)).lines).toEqual([]);
    await add.press("Enter");
    await buyer.page.waitForURL(/\/Cart$/);
    const filled = await buyer.page.evaluate(cartOf);
    expect(filled).toMatchObject({ lines: [{ quantity: 2 }], promo_codes: ["HEMAT10"] });
    await buyer.page.reload();
    await buyer.page.goto(url + path);
    await buyer.page.getByRole("button", { name: "Buka keranjang" }).press("Enter");
    await buyer.page.waitForURL(/\/Cart$/);
    expect(await buyer.page.evaluate(cartOf)).toEqual(filled);
    expect([...staff.complaints, ...buyer.complaints]).toEqual([]);
  });

  test("a cart with other goods is added to or replaced, as the visitor chooses", async () => {
    const { url } = program();
    const variants = await asSeed()<{ sku: string }[]>`
      select distinct on (p.id) v.sku from product_variants v
      join products p on p.id = v.product_id join stock_items i on i.variant_id = v.id
      where p.status = 'published' and not v.archived and not p.print_required and i.available >= 5
        and v.min_pieces = 1 order by p.id, v.sku limit 3`;
    const [one, two, three] = variants.map(({ sku }) => encodeURIComponent(sku));
    const { page, complaints } = await chromium.open({ width: 1280 });
    const press = async (name: string) => {
      await page.getByRole("button", { name }).click();
      await page.waitForURL(/\/Cart$/);
      return (await page.evaluate(cartOf)).lines.map(({ quantity }) => quantity);
    };
    await page.goto(`${url}/en/Buy?items=${one}:1`);
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.waitForURL(/\/en\/Cart$/);
    await page.goto(`${url}/Buy?items=${two}:2`);
    expect(await press("Tambahkan")).toEqual([1, 2]);
    await page.goto(`${url}/Buy?items=${three}:3`);
    expect(await press("Ganti isi keranjang")).toEqual([3]);
    expect(complaints).toEqual([]);
  });

  test("the page shows its goods without scripts, is not indexed, and does not repeat hostile input", async () => {
    const { url } = program();
    const [variant] = await asSeed()<{ sku: string; name: string }[]>`
      select v.sku, p.name ->> 'id' as name from product_variants v
      join products p on p.id = v.product_id join stock_items i on i.variant_id = v.id
      where p.status = 'published' and not v.archived and not p.print_required and i.available >= 5
        and v.min_pieces = 1 order by v.sku limit 1`;
    const found = await fetch(`${url}/Buy?items=${encodeURIComponent(variant?.sku ?? "")}:1`);
    const html = await found.text();
    expect(found.status).toBe(200);
    expect(html).toContain(variant?.name);
    expect(html).toMatch(/<meta name="robots" content="noindex/);
    expect(html).toContain("Keranjang memerlukan JavaScript");
    for (const items of ["", "%00:1", "%2500", "<script>alert(1)</script>:1", "a,".repeat(3_000)]) {
      const refused = await fetch(
        `${url}/Buy?items=${encodeURIComponent(items)}&code=${"x".repeat(50)}`,
      );
      expect(refused.status).toBe(404);
      expect(await refused.text()).not.toContain("<script>alert(1)");
    }
    expect(await (await fetch(`${url}/robots.txt`)).text()).toContain("Disallow: /Buy");
  });

  test("Enter before the results arrive adds the first result of the whole query", async () => {
    const { page } = await chromium.open();
    await signIn(page, program().url, "staff@etalase.test", "/admin/Orders/CartLink");
    await settled(page);
    const search = page.getByRole("combobox", { name: /^Tambah barang/ });
    await search.fill("mug");
    await page.getByRole("option", { name: /Mug/ }).first().waitFor();
    const typed = Promise.withResolvers<void>();
    await page.route(/Choices\?q=kaos/, async (route) => {
      await typed.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/Choices\?q=kaos/);
    await search.fill("kaos pelan");
    await page.keyboard.press("Enter");
    await asked;
    typed.resolve();
    const chosen = page.locator("ol input");
    await chosen.waitFor();
    expect(await chosen.getAttribute("aria-label")).toContain("Kaos");
    expect(await search.inputValue()).toBe("");
  });
});
