import { beforeAll, describe, expect, test } from "vitest";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import {
  hasBrowser,
  proveWithPassword,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { mailsAbout, type PaidOrder, payFor } from "#tests/support/builders/orders.ts";
import { photographOf } from "#tests/support/builders/photograph.ts";
import {
  demoAddressId,
  demoPerson,
  openTestProviders,
  stockOf,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** One red pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);

describe.runIf(hasBrowser)("goods that come back", { timeout: 60_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();
  const customer = demoPerson("customer@etalase.test");
  const arrived = async (name: string, pieces: number): Promise<PaidOrder> => {
    const bought = await payFor(customer, demoAddressId, name, [pieces]);
    const sent = await shipOrder(demoPerson("staff@etalase.test"), {
      order_id: bought.id,
      courier: "JNE",
      service: "REG",
      tracking_number: `JN-${name}`,
    });
    if (sent.ok) await deliverShipment(customer, sent.value.shipment_id);
    return bought;
  };
  let order: PaidOrder;
  beforeAll(async () => {
    openTestProviders();
    order = await arrived("balik", 2);
  });

  test("a claim of damage comes with a photo, and staff see what they decide on", async () => {
    const claimed = await arrived("retak", 1);
    const [{ page }, { page: office }] = [await chromium.open(), await chromium.open()];
    const address = `/dashboard/orders/${claimed.id}/Return`;
    await signIn(page, program().url, "customer@etalase.test", address);
    await page.waitForSelector("html[data-alive]");
    await page.getByLabel("Ada yang salah dengan barangnya").check();
    await page.getByLabel(/^Jumlah/).fill("1");
    await page.getByLabel("Alasan").selectOption({ label: "Rusak" });
    await page.getByLabel("Yang Anda harapkan").selectOption({ label: "Dikirim pengganti" });
    await page.getByLabel(/^Ceritakan singkat/).fill("Pegangannya retak.");
    const send = page.getByRole("button", { name: "Ajukan", exact: true });
    await send.click();
    await page.getByText("Tambahkan minimal satu foto").waitFor();
    const count = () => asSeed()`select from returns where order_id = ${claimed.id}`;
    expect(await count()).toHaveLength(0);
    const buffer = await photographOf(6_000_000);
    const photo = { name: "retak.png", mimeType: "image/png", buffer };
    await page.getByLabel("Foto barangnya").setInputFiles([photo]);
    await page.getByRole("img", { name: "Foto 1" }).waitFor();
    await send.click();
    await page.waitForURL(/#returns$/);
    const [request] = await asSeed()<{ id: string; photos: number; bytes: number }[]>`
      select r.id, count(o.id)::int as photos, max((o.metadata ->> 'size')::int) as bytes
      from returns r left join storage.objects o
        on o.bucket_id = 'return-photos' and o.name like r.id || '/%'
      where r.order_id = ${claimed.id} group by r.id`;
    expect(request?.photos).toBe(1);
    expect(request?.bytes, "scaled down before the upload").toBeLessThan(5_242_880);

    // The claim waits on the home page; queues without work do not stand there.
    await signIn(office, program().url, "admin@etalase.test", "/admin");
    await office.getByRole("link", { name: /retur atau keluhan perlu diurus$/ }).click();
    await office.waitForURL(/\/admin\/Returns$/);
    await office.goto(`${program().url}/admin/Returns/${request?.id}`);
    const evidence = office.locator("section", { hasText: "Bukti" });
    await evidence.getByRole("img", { name: "Foto 1" }).waitFor();
    await evidence.getByText(/hari lagi|hari ini/).waitFor();
    await office.getByLabel(/^Jawaban untuk pembeli/).fill("Foto bagian bawahnya juga.");
    await office.getByRole("button", { name: "Minta foto" }).click();
    await expect
      .poll(() => mailsAbout(claimed.id))
      .toEqual(expect.arrayContaining(["claim_photos_wanted"]));
    await page.reload();
    await page.getByText("Foto bagian bawahnya juga.").waitFor();
    const [after] = await asSeed()`select status from returns where id = ${request?.id ?? ""}`;
    expect(after).toEqual({ status: "requested" });
  });

  test("a buyer requests and sends, staff approve, count and refund", async () => {
    const [staff, buyer] = [await chromium.open({ width: 1280 }), await chromium.open()];
    const before = await stockOf(order.lines[0]?.variant_id ?? "");
    const { page } = buyer;
    await signIn(page, program().url, "customer@etalase.test", `/dashboard/orders/${order.id}`);
    await page.getByRole("link", { name: "Kembalikan barang atau ajukan keluhan" }).click();
    await page.getByRole("heading", { name: /^Pengembalian untuk pesanan/ }).waitFor();
    await page.getByLabel(/^Jumlah/).fill("2");
    await page.getByLabel("Alasan").selectOption({ label: "Ukuran tidak cocok" });
    await page.getByLabel(/^Ceritakan singkat/).fill("Terlalu kecil untuk saya.");
    await page.getByRole("button", { name: "Ajukan", exact: true }).click();
    await page.getByText("Diajukan", { exact: true }).waitFor();
    await page.getByLabel("Tambah foto").setInputFiles({
      name: "foto.png",
      mimeType: "image/png",
      buffer: picture,
    });
    await page.getByRole("img", { name: "Foto 1" }).waitFor();

    await signIn(staff.page, program().url, "admin@etalase.test", "/admin/Returns");
    await staff.page.getByRole("link", { name: /^RET-/ }).first().click();
    await staff.page.getByText("Terlalu kecil untuk saya.").waitFor();
    await staff.page.getByRole("img", { name: "Foto 1" }).waitFor();
    await staff.page.getByLabel(/^Jawaban untuk pembeli/).fill("Sertakan notanya.");
    await staff.page.getByRole("button", { name: "Setujui" }).click();
    await staff.page.getByRole("button", { name: "Catat penerimaan" }).waitFor();

    await page.getByText("Sertakan notanya.").waitFor({ timeout: 20_000 });
    await page.getByLabel(/^Nomor resi/).fill("BALIK-77");
    await page.getByRole("button", { name: "Barang sudah saya kirim" }).click();
    await page.getByText("Dalam perjalanan", { exact: true }).waitFor();

    await staff.page.getByText("BALIK-77").waitFor({ timeout: 20_000 });
    await staff.page.getByLabel(/^Layak jual:/).fill("1");
    await staff.page.getByLabel(/^Rusak:/).fill("1");
    await staff.page.getByRole("button", { name: "Catat penerimaan" }).click();
    await staff.page.getByRole("button", { name: "Refund", exact: true }).click();
    await proveWithPassword(staff.page);
    await staff.page.getByText("Diselesaikan dengan refund", { exact: true }).waitFor();

    const sql = asSeed();
    const money = async () =>
      (
        await sql<{ refunded_total: number; payment_status: string }[]>`
          select refunded_total, payment_status from orders where id = ${order.id}`
      )[0];
    await expect
      .poll(money, { timeout: 15_000 })
      .toEqual({ refunded_total: order.lines[0]?.total, payment_status: "partially_refunded" });
    expect(await stockOf(order.lines[0]?.variant_id ?? "")).toMatchObject({
      on_hand: before.on_hand + 1,
    });
    const rows = await sql`
      select r.status, l.resellable, l.damaged from returns r join return_lines l on l.return_id = r.id
      where r.order_id = ${order.id}`;
    expect(rows).toEqual([{ status: "refunded", resellable: 1, damaged: 1 }]);
    expect((await mailsAbout(order.id)).filter((kind) => /return|refund/.test(kind))).toEqual([
      "return_requested",
      "return_approved",
      "return_received",
      "return_refunded",
      "refunded",
    ]);
    expect([...staff.complaints, ...buyer.complaints]).toEqual([]);
  });
});
