import { describe, expect, test } from "vitest";
import {
  brokenRules,
  chooseToPay,
  hasBrowser,
  openCheckout,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("changes of a placed order", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("a buyer adds and changes a note and a gift; staff see them and correct the address", async () => {
    const buyer = await chromium.open();
    const { page } = buyer;
    await signIn(page, program().url, "customer@etalase.test");
    await openCheckout(page, program().url);
    await chooseToPay(page, "BCA Virtual Account");
    await page.getByText("Catatan atau hadiah").press("Enter");
    await page.getByLabel("Catatan untuk toko").fill("Titip di satpam.");
    await page.getByLabel("Ini hadiah").press("Space");
    await page.getByLabel("Pesan di kartu ucapan").fill("Selamat ulang tahun!");
    await page.getByLabel(/^Dari/).fill("Bu Ratna");
    // The bar with the total covers no control that is checked.
    await page
      .getByLabel("Catatan untuk toko")
      .evaluate((field) => field.scrollIntoView({ block: "center" }));
    expect(await brokenRules(page)).toEqual([]);
    const delivery = page.getByRole("radio", { name: /Reguler/ });
    await delivery.check();
    // Choices and texts are still there after a visit to the address page.
    await page.getByRole("link", { name: /^(Ubah|Kelola) alamat/ }).click();
    await page.getByRole("link", { name: "Lanjut ke checkout" }).click();
    await page.getByRole("button", { name: /^Bayar Rp/ }).waitFor();
    expect(await page.getByLabel("Catatan untuk toko").inputValue()).toBe("Titip di satpam.");
    expect(await page.getByLabel("Pesan di kartu ucapan").inputValue()).toBe(
      "Selamat ulang tahun!",
    );
    expect(await delivery.isChecked()).toBe(true);
    expect(await page.getByRole("radio", { name: "BCA Virtual Account" }).isChecked()).toBe(true);
    await page.getByRole("button", { name: /^(Bayar Rp|Buat pesanan)/ }).click();
    await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
    const id = page.url().split("/").at(-1) ?? "";
    expect(await page.evaluate(() => sessionStorage.getItem("checkout"))).toBeNull();
    const section = page.locator("section").filter({
      has: page.getByRole("heading", { name: "Catatan atau hadiah" }),
    });
    await section.getByText("Titip di satpam.").first().waitFor();
    await section.getByText("Dari Bu Ratna").waitFor();
    await section.getByText("Ubah", { exact: true }).press("Enter");
    await section.getByLabel("Catatan untuk toko").fill("Titip di tetangga nomor 7.");
    await section.getByRole("button", { name: "Simpan" }).press("Enter");
    await section.locator("p").getByText("Titip di tetangga nomor 7.").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    const [row] = await asSeed()`select note, gift_message, gift_from from orders where id = ${id}`;
    expect(row).toEqual({
      note: "Titip di tetangga nomor 7.",
      gift_message: "Selamat ulang tahun!",
      gift_from: "Bu Ratna",
    });

    const staff = await chromium.open({ width: 1280, dark: true });
    await signIn(staff.page, program().url, "staff@etalase.test", `/admin/Orders/${id}`);
    const facts = staff.page.locator("section").filter({
      has: staff.page.getByRole("heading", { name: "Catatan atau hadiah" }),
    });
    await facts.getByText("Titip di tetangga nomor 7.").first().waitFor();
    await staff.page.getByText("Catatan atau hadiah diubah").waitFor();
    expect(await brokenRules(staff.page)).toEqual([]);
    const card = await facts.getByRole("link", { name: "Kartu ucapan" }).getAttribute("href");
    const paper = await staff.page.request.get(`${program().url}${card}`);
    expect(paper.headers()["content-type"]).toBe("application/pdf");

    // By keyboard alone: a street of another kecamatan.
    await staff.page.getByText("Perbaiki alamat").press("Enter");
    expect(await staff.page.getByLabel("Nomor HP").inputValue()).toBe("0812-2026-4800");
    await staff.page.getByLabel("Nama penerima").fill("Sari Dewi");
    await staff.page.getByRole("button", { name: "Ganti" }).press("Enter");
    await staff.page.getByRole("combobox", { name: "Kecamatan" }).pressSequentially("coblong");
    await staff.page.getByRole("option").first().waitFor();
    await staff.page.keyboard.press("ArrowDown");
    await staff.page.keyboard.press("Enter");
    await staff.page.getByLabel("Jalan, nomor, RT/RW").fill("Jl. Dago No. 9");
    expect(await brokenRules(staff.page)).toEqual([]);
    await staff.page.getByRole("button", { name: "Simpan alamat" }).press("Enter");
    await staff.page.getByText("Alamat diubah").waitFor();
    await page.getByText("Sari Dewi").first().waitFor();
    await page.getByText("Jl. Dago No. 9").waitFor();
    expect([...buyer.complaints, ...staff.complaints]).toEqual([]);
  });

  test("staff undo a step by keyboard on a phone; the order is as before", async () => {
    const [order] = await asSeed()<{ id: string }[]>`
      select o.id from orders o where o.status = 'placed' and o.fulfilment_status = 'unfulfilled' and o.packed_at is null
        and o.paid_total = o.total and o.shipping_quote ->> 'source' is distinct from 'pickup'
        and not exists (select from customisations c where c.order_id = o.id)
        and not exists (select from shipments h where h.order_id = o.id) order by o.number limit 1`;
    const path = `/admin/Orders/${order?.id}`;
    const { page, complaints } = await chromium.open({ width: 390, dark: true });
    await signIn(page, program().url, "staff@etalase.test", path);
    await page.getByRole("button", { name: "Kemas" }).press("Enter");
    const undo = page.getByRole("button", { name: "Urungkan" });
    await undo.waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await undo.press("Enter");
    await page.getByText("Diurungkan: Pesanan dikemas").waitFor();
    await undo.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Kemas" }).waitFor();
    const [row] = await asSeed()`select packed_at from orders where id = ${order?.id ?? ""}`;
    expect(row).toEqual({ packed_at: null });
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("staff order again from an order and duplicate the draft; each copy is stored only by saving", async () => {
    const [order] = await asSeed()<{ id: string; number: string }[]>`
      select o.id, o.number from orders o
      where o.status = 'completed' and o.supplement_of is null and o.shipping_quote ->> 'source' is distinct from 'pickup'
        and not exists (select from customisations c where c.order_id = o.id) order by o.number limit 1`;
    const drafts = async () => {
      const [row] = await asSeed()<{ n: number }[]>`select count(*)::int as n from order_drafts`;
      return row?.n ?? 0;
    };
    const before = await drafts();
    const { page, complaints } = await chromium.open({ width: 390, dark: true });
    await signIn(page, program().url, "staff@etalase.test", `/admin/Orders/${order?.id}`);
    await page.getByText("Tindakan lain").press("Enter");
    await page.getByRole("link", { name: "Pesan lagi" }).press("Enter");
    await page.getByText(`Salinan dari pesanan ${order?.number}`).waitFor();
    expect(await page.getByLabel(/^Jumlah/).count()).toBeGreaterThan(0);
    expect(await brokenRules(page)).toEqual([]);
    expect(await drafts()).toBe(before);
    await page.getByRole("button", { name: "Simpan draf" }).press("Enter");
    await page.getByText("Draf tersimpan").waitFor();
    expect(await drafts()).toBe(before + 1);
    await page.reload();
    await page.getByRole("link", { name: "Duplikat" }).press("Enter");
    await page.getByText("Salinan dari draf lain.").waitFor();
    expect(await page.getByLabel(/^Jumlah/).count()).toBeGreaterThan(0);
    expect(await drafts()).toBe(before + 1);
    expect(complaints).toEqual([]);
  });

  test("staff change an unpaid order by keyboard on a phone; the buyer's order page leads to the new one", async () => {
    const buyer = await chromium.open({ width: 390 });
    await signIn(buyer.page, program().url, "customer@etalase.test");
    await openCheckout(buyer.page, program().url);
    await chooseToPay(buyer.page, "BCA Virtual Account");
    await buyer.page.getByRole("radio", { name: /Reguler/ }).check();
    await buyer.page.getByRole("button", { name: /^(Bayar Rp|Buat pesanan)/ }).click();
    await buyer.page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
    const id = buyer.page.url().split("/").at(-1) ?? "";

    const { page, complaints } = await chromium.open({ width: 390, dark: true });
    await signIn(page, program().url, "staff@etalase.test", `/admin/Orders/${id}`);
    await page.getByText("Tindakan lain").press("Enter");
    await page.getByRole("link", { name: "Ubah pesanan" }).press("Enter");
    await page.getByText(/^Draf ini menggantikan pesanan/).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    const priced = page.waitForResponse(/\/Quote\?replaces=/);
    await page
      .getByLabel(/^Jumlah/)
      .first()
      .fill("3");
    await priced;
    await settled(page);
    await page.getByRole("button", { name: "Buat pesanan" }).press("Enter");
    await page.getByText(/^Menggantikan pesanan lain:/).waitFor();
    await page.getByText(/^Email: /).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    const made = page.url().split("/").at(-1) ?? "";
    const rows = await asSeed()<{ status: string; quantity: number }[]>`
      select o.status, l.quantity from orders o join order_lines l on l.order_id = o.id
      where o.id in (${id}, ${made}) and l.position = 0 order by o.created_at`;
    expect(rows).toMatchObject([
      { status: "canceled" },
      { status: "awaiting_payment", quantity: 3 },
    ]);
    await buyer.page.getByText("Pesanan ini sudah diganti.").waitFor();
    expect(await brokenRules(buyer.page)).toEqual([]);
    await buyer.page.locator("main").getByRole("link", { name: /^INV/ }).press("Enter");
    await buyer.page.waitForURL(`**/dashboard/orders/${made}`);
    expect([...buyer.complaints, ...complaints]).toEqual([]);
  });
});
