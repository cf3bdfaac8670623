import { beforeAll, describe, expect, test } from "vitest";
import {
  brokenRules,
  chooseOrderAction,
  hasBrowser,
  proveWithPassword,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { makeAccount } from "#tests/support/builders/account.ts";
import { mailsAbout, type PaidOrder, paidOrder, payFor } from "#tests/support/builders/orders.ts";
import { demoAddressId, demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { pdfBoxes } from "#tests/support/oracles/read-pdf.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("an order that leaves in parts", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  let order: PaidOrder;
  beforeAll(async () => {
    openTestProviders();
    const customer = demoPerson("customer@etalase.test");
    order = await payFor(customer, demoAddressId, "dua-bagian", [2, 1]);
  });

  test("staff send two shipments and refund one piece; the buyer sees each of them", async () => {
    const [staff, buyer] = [await chromium.open({ width: 1280 }), await chromium.open()];
    await signIn(staff.page, program().url, "admin@etalase.test", `/admin/Orders/${order.id}`);
    await signIn(
      buyer.page,
      program().url,
      "customer@etalase.test",
      `/dashboard/orders/${order.id}`,
    );
    const { page } = staff;
    await chooseOrderAction(page, "Kirim");
    const dialog = page.getByRole("dialog");
    await dialog
      .getByLabel(/^Jumlah/)
      .nth(0)
      .fill("1");
    await dialog
      .getByLabel(/^Jumlah/)
      .nth(1)
      .fill("0");
    await dialog.getByRole("button", { name: "Siapkan paket" }).click();
    const first = page.getByRole("article", { name: /-F1$/ });
    await first.getByText("Disiapkan").waitFor();
    // The page below an open dialog takes no input.
    await dialog.waitFor({ state: "hidden" });
    await first.getByLabel(/^Nomor resi/).fill("JN-BAGIAN-1");
    await first.getByRole("button", { name: "Tandai dikirim" }).click();
    await first.getByText("Dalam perjalanan").waitFor();

    // The piece that cannot be made is refunded before the rest ships, at exactly its price.
    await chooseOrderAction(page, "Refund");
    // A button that does nothing yet says why; "Semua" fills in what is left.
    await dialog.getByText("Pilih barang atau isi jumlah yang dikembalikan.").waitFor();
    await dialog.getByRole("button", { name: "Semua" }).click();
    const counts = dialog.getByRole("spinbutton", { name: /yang dikembalikan$/ });
    expect(
      await counts.evaluateAll((inputs) => inputs.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(order.lines.map((_, index) => String([2, 1][index] ?? 1)));
    await counts.nth(0).fill("0");
    await dialog.getByLabel(/^Ongkir/).fill("");
    const [line] = await asSeed()<{ price: number }[]>`
      select unit_totals[1] as price from order_lines where id = ${order.lines[1]?.id ?? ""}`;
    const price = `Rp${String(line?.price).replace(/\B(?=(\d{3})+$)/g, ".")}`;
    await dialog.getByText(price, { exact: true }).waitFor();
    await dialog.getByRole("button", { name: `Kembalikan ${price}` }).click();
    await proveWithPassword(page);
    await page.getByText("Sudah dikembalikan").waitFor({ timeout: 15_000 });

    await chooseOrderAction(page, "Kirim");
    await dialog.getByLabel("Nomor resi").fill("JN-BAGIAN-2");
    await dialog.getByRole("button", { name: "Kirim", exact: true }).click();
    await page.getByRole("article", { name: /-F2$/ }).getByText("Dalam perjalanan").waitFor();

    // The buyer's open page shows both without a reload, and confirms them one by one.
    await buyer.page.getByText("JN-BAGIAN-2").waitFor({ timeout: 20_000 });
    await buyer.page.getByText("JN-BAGIAN-1").waitFor();
    const received = buyer.page.getByRole("button", { name: "Paket ini sudah saya terima" });
    await received.first().click();
    await expect.poll(() => received.count()).toBe(1);
    await received.first().click();
    const read = async () => {
      const [row] = await asSeed()`
        select status, fulfilment_status, payment_status, refunded_total from orders where id = ${order.id}`;
      return row;
    };
    await expect.poll(read, { timeout: 10_000 }).toEqual({
      status: "completed",
      fulfilment_status: "delivered",
      payment_status: "partially_refunded",
      refunded_total: line?.price,
    });
    expect((await mailsAbout(order.id)).toSorted()).toEqual([
      "delivered",
      "paid",
      "refunded",
      "shipped",
      "shipped",
    ]);
    expect([...staff.complaints, ...buyer.complaints]).toEqual([]);
  });

  test("several orders are chosen, printed in one file, and leave under pasted numbers", async () => {
    const both = [await paidOrder("sekaligus-satu", [1]), await paidOrder("sekaligus-dua", [2])];
    const rows = await asSeed()<{ id: string; number: string }[]>`
      select id, number from orders where id = any(${both.map(({ id }) => id)}) order by created_at`;
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Orders?q=sekaligus");
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("checkbox", { name: "Pilih semua di halaman ini" }).check();
    await page.getByText("Cetak", { exact: true }).click();
    const pagesOf = async (name: string) => {
      const link = page.getByRole("link", { name });
      const file = await page.request.get(
        new URL((await link.getAttribute("href")) ?? "", page.url()).href,
      );
      return pdfBoxes(await file.body());
    };
    expect(await pagesOf("Label A6, satu per halaman")).toHaveLength(2);
    expect(await pagesOf("Label, empat per lembar A4")).toHaveLength(1);
    // A picking list and a slip for each order.
    expect(await pagesOf("Daftar ambil & daftar barang")).toHaveLength(3);
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Masukkan resi" }).click();
    const first = page.getByRole("dialog").getByRole("textbox").first();
    await first.focus();
    await first.evaluate(
      (input, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        input.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      [
        "No Pesanan\tResi",
        ...rows.map(({ number }) => `${number}\tJN-${number}`),
        "INV-1\tJN-1",
      ].join("\n"),
    );
    const send = page.getByRole("button", { name: "Kirim semua yang terisi" });
    await page.getByRole("alert").getByText("bukan untuk pesanan yang Anda pilih").waitFor();
    expect(await page.getByRole("dialog").getByText("INV-1 JN-1", { exact: true }).count()).toBe(1);
    expect(await send.isDisabled()).toBe(true);
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Lanjut tanpa baris ini" }).click();
    await send.click();
    await page.getByRole("status").getByText("2 pesanan dikirim.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    const shipped = await asSeed()`
      select o.number, h.tracking_number, h.status from shipments h join orders o on o.id = h.order_id
      where o.id = any(${both.map(({ id }) => id)}) order by o.created_at`;
    expect(shipped).toEqual(
      rows.map(({ number }) => ({ number, tracking_number: `JN-${number}`, status: "shipped" })),
    );
    // The list shows the orders as shipped and offers no reload for the reader's own act.
    expect(await page.getByRole("row", { name: /Dalam perjalanan|Dikirim/ }).count()).toBe(2);
    expect(await page.getByRole("button", { name: /kabar baru/ }).count()).toBe(0);
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("a role that only packs sees no refund, no cancellation and no payment of an order", async () => {
    const order = await paidOrder("hanya-kemas", [1]);
    const email = "pengemas@contoh.test";
    const id = await makeAccount(email, "Pengemas");
    await asSeed()`
      insert into staff_roles (id, name, permissions) values ('pengemas', 'Pengemas', '{orders.read,orders.fulfil}')`;
    await asSeed()`update profiles set role = 'USER', staff_role = 'pengemas' where id = ${id}`;
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, email, `/admin/Orders/${order.id}`);
    await page.getByText("Tindakan lain").click();
    await page.getByRole("link", { name: "Nota PDF" }).waitFor();
    expect(await page.getByRole("button", { name: "Kirim", exact: true }).count()).toBe(1);
    expect(await page.getByRole("button", { name: "Refund" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Batalkan pesanan" }).count()).toBe(0);
    expect(await page.getByRole("heading", { name: "Pembayaran" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Obrolan WhatsApp" }).getAttribute("href")).toMatch(
      /^https:\/\/wa\.me\/62\d+$/,
    );
    await page.getByRole("link", { name: "Semua pesanan pembeli ini" }).click();
    await page.getByRole("link", { name: /^INV-/ }).first().waitFor();
    expect(complaints).toEqual([]);
  });
});
