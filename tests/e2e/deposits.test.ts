import { describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("an order with a deposit", { timeout: 180_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("is made by staff, half paid by its link and half in cash, and then packed", async () => {
    const { url } = program();
    const { page, complaints } = await chromium.open({ width: 390 });
    await signIn(page, url, "admin@etalase.test", "/admin/Orders/Drafts");
    await page.goto(`${url}/admin/Orders/Drafts/New`);
    const choose = async (name: string, text: string) => {
      await page.getByRole("combobox", { name }).fill(text);
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("Enter");
    };
    await choose("Tambah barang: nama, SKU, atau barcode", "kaos");
    await page.getByRole("textbox", { name: /^Harga satuan/ }).fill("93.000");
    await page.getByRole("textbox", { name: "Nama", exact: true }).fill("Ibu Ratna");
    await page.getByRole("textbox", { name: "Nomor HP" }).fill("0812-3456-7890");
    await choose("Kelurahan, kecamatan, atau kode pos", "braga");
    await page.getByRole("textbox", { name: "Alamat" }).fill("Jl. Braga 1");
    await page.getByRole("radio", { name: /^Hemat/ }).check();
    await page.getByRole("radio", { name: "DP dulu" }).check();
    const percent = page.getByRole("textbox", { name: "Persen DP" });
    for (const wrong of ["", "0", "9", "91", "5o", "-1"]) {
      await percent.fill(wrong);
      expect(await percent.getAttribute("aria-invalid")).toBe("true");
      expect(await page.getByRole("button", { name: "Buat pesanan" }).isDisabled()).toBe(true);
    }
    await percent.fill("50");
    await page.getByText("DP Rp50.000, sisa Rp50.000").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Buat pesanan" }).press("Enter");
    await page.getByRole("heading", { name: "Tautan bayar" }).waitFor();
    expect(await faultsOf(page, "order with a deposit")).toEqual([]);
    const link = (await page.getByText(/\/Pay\/[\w-]{22}$/).textContent()) ?? "";

    const buyer = await chromium.open({ width: 390 });
    await buyer.page.goto(`${url}${new URL(link).pathname}`);
    expect(await faultsOf(buyer.page, "pay link of a deposit")).toEqual([]);
    await buyer.page.getByRole("radio", { name: "Kartu debit atau kredit" }).check();
    await buyer.page.getByRole("button", { name: "Pakai cara ini" }).press("Enter");
    await buyer.page.getByRole("textbox", { name: "Nomor kartu" }).fill("4242424242424242");
    await buyer.page.getByRole("textbox", { name: "Berlaku sampai" }).fill("12/39");
    await buyer.page.getByRole("textbox", { name: "CVC" }).fill("123");
    await buyer.page.getByRole("button", { name: "Bayar Rp50.000" }).press("Enter");
    await buyer.page.getByText(/^DP Rp50\.000 sudah kami terima/).waitFor();
    expect(await brokenRules(buyer.page)).toEqual([]);

    await page.reload();
    expect(await page.getByRole("button", { name: "Kemas" }).count()).toBe(0);
    await page.getByText("Catat uang yang sudah diterima").press("Enter");
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Catat Rp50.000 diterima" }).press("Enter");
    await page.getByRole("button", { name: "Kemas" }).waitFor();
    await page.getByText("Sisa pembayaran diterima").waitFor();
    const [order] = await asSeed()`
      select o.payment_status, o.paid_total, o.deposit, json_agg(p.part order by p.created_at) as parts
      from orders o join payments p on p.order_id = o.id where o.deposit is not null group by o.id`;
    expect(order).toEqual({
      payment_status: "paid",
      paid_total: 100_000,
      deposit: 50_000,
      parts: ["deposit", "balance"],
    });
    await buyer.page.reload();
    await buyer.page.getByText("Pesanan ini sudah dibayar. Terima kasih.").waitFor();
    expect([...complaints, ...buyer.complaints]).toEqual([]);
  });
});
