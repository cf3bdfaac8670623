import { beforeAll, describe, expect, test } from "vitest";
import { packOrder, shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment, prepareShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { expectFocusOnRefusal, expectRefusalInView } from "#tests/support/browser/refused-form.ts";
import { addSubscriber } from "#tests/support/builders/mailing-list.ts";
import { type PaidOrder, payFor } from "#tests/support/builders/orders.ts";
import {
  demoAddressId,
  demoPerson,
  openTestProviders,
  provenAdmin,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

const customer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

describe.runIf(hasBrowser)("what comes after buying, for everybody", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  let order: PaidOrder;
  let fresh: PaidOrder;
  beforeAll(async () => {
    openTestProviders();
    order = await payFor(customer, demoAddressId, "sesudah", [3, 2]);
    fresh = await payFor(customer, demoAddressId, "sesudah-lagi", [1]);
    for (const [{ id }, tracking_number] of [
      [order, "JN-SESUDAH"],
      [fresh, "JN-LAGI"],
    ] as const) {
      const shipment = { order_id: id, courier: "JNE", service: "REG", tracking_number };
      const sent = await shipOrder(staff, shipment);
      if (sent.ok) await deliverShipment(customer, sent.value.shipment_id);
    }
    await requestReturn(customer, {
      order_id: order.id,
      key: "0123456789",
      kind: "claim",
      reason: "misprinted",
      note: "Tulisannya miring.",
      wish: "replacement",
      lines: [{ order_line_id: order.lines[0]?.id ?? "", quantity: 1 }],
    });
    await refundOrder(await provenAdmin(), {
      order_id: order.id,
      key: "sesudah-1",
      lines: [],
      shipping: 0,
      fee: 0,
      goodwill: 10_000,
      channel: "bank_transfer",
      reason: "goodwill",
      restock: false,
      notify: true,
      note: "",
    });
  });

  longProof(
    "the buyer's return form, an order with a claim, and the form of the account",
    async () => {
      const { page } = await chromium.open();
      const faults: string[] = [];
      await signIn(page, program().url, "customer@etalase.test", `/dashboard/orders/${order.id}`);
      await page.getByLabel("Nomor rekening").waitFor();
      await page.getByText("Diajukan", { exact: true }).waitFor();
      faults.push(...(await faultsOf(page, "order with a claim and an account to give")));
      await page.goto(`${program().url}/dashboard/orders/${fresh.id}/Return`);
      await page.getByRole("button", { name: "Ajukan", exact: true }).waitFor();
      faults.push(...(await faultsOf(page, "return form")));
      await page.getByRole("radio", { name: /^Ada yang salah/ }).check();
      await page.getByLabel(/^Jumlah/).fill("0");
      await page.getByRole("button", { name: "Ajukan", exact: true }).click();
      await page.getByText("Pilih barang dan alasannya, lalu ajukan lagi.").waitFor();
      faults.push(...(await faultsOf(page, "return form with a problem")));
      expect(faults).toEqual([]);
    },
  );

  test("every form brings its first refused field into view, focused and described", async () => {
    const sql = asSeed();
    const idOf = async (table: string) =>
      (await sql<{ id: string }[]>`select id from ${sql(table)} limit 1`)[0]?.id ?? "";
    const variant = await variantInStock();
    const promotion = await idOf("promotions");
    const design = await idOf("customisations");
    const [ordered] = await sql<{ id: string }[]>`
      select order_id as id from customisations where customer_id = ${customer.id} limit 1`;
    const admin = "admin@etalase.test";
    const buyer = "customer@etalase.test";
    /** Who, where, and the button of the form. */
    const forms = [
      [null, "/Contact", "Kirim pesan"],
      [null, "/Auth", "Lanjut"],
      [null, "/ForgotPassword", "Kirim kode"],
      [null, "/Subscribe", "Daftar"],
      [null, "/Unsubscribe", "Kirim tautan"],
      [null, "/item/mug-nama-anda", "Masukkan keranjang"],
      [null, "/item/kaos-nama-tim/Roster", "Masukkan ke keranjang"],
      [buyer, "/dashboard/Details", "Simpan"],
      [buyer, "/dashboard/Security", "Ganti kata sandi"],
      [buyer, `/dashboard/orders/${fresh.id}/Return`, "Ajukan"],
      [buyer, `/dashboard/orders/${ordered?.id}/Customisation`, "Kirim pesan"],
      [admin, "/admin/Products/New", "Buat draf"],
      [admin, "/admin/Categories/New", "Simpan kategori"],
      [admin, "/admin/Collections/New", "Simpan"],
      [admin, "/admin/Sales/New", "Simpan draf"],
      [admin, "/admin/PromoCodes/New", "Simpan"],
      [admin, `/admin/PromoCodes/${promotion}`, "Simpan"],
      [admin, "/admin/Settings/shop", "Simpan"],
      [admin, "/admin/Settings/orders", "Simpan"],
      [admin, "/admin/Settings/accounts", "Tambah rekening"],
      [admin, "/admin/Settings/print-profiles", "Simpan profil"],
      [admin, "/admin/Shipping/Hours", "Hitung"],
      [admin, "/admin/Shipping/Hours", "Tambah libur"],
      [admin, "/admin/Shipping/Test", "Uji"],
      [admin, "/admin/Shipping/Rates", "Lihat hasilnya"],
      [admin, "/admin/Shipping/Rates", "Salin"],
      [admin, "/admin/Shipping/Methods/new", "Simpan"],
      [admin, "/admin/Shipping/Zones/new", "Simpan"],
      [admin, `/admin/Orders/${order.id}`, "Simpan catatan"],
      [admin, `/admin/customisations/${design}`, "Kirim pesan"],
      [admin, `/admin/Stock/${variant}`, "Catat barang masuk"],
      [admin, `/admin/Stock/${variant}`, "Catat penyesuaian"],
      [admin, "/admin/Staff", "Kirim undangan"],
      [admin, "/admin/Staff/Roles/new", "Simpan"],
      [admin, "/admin/MailList/Suppressions", "Periksa"],
      [admin, "/admin/MailList/Topics/New", "Simpan"],
      [admin, "/admin/MailList/Segments/New", "Simpan"],
    ] as const;
    for (const who of [null, buyer, admin]) {
      const { page, complaints } = await chromium.open({ width: 390 });
      if (who) await signIn(page, program().url, who);
      for (const [owner, path, button] of shareOf(forms, 5, 6)) {
        if (owner !== who) continue;
        await page.goto(program().url + path);
        await page.waitForSelector("html[data-alive]");
        if (path.endsWith("/Return"))
          await page.getByRole("radio", { name: /^Ada yang salah/ }).check();
        await expectRefusalInView(page, path, button);
      }
      expect(complaints).toEqual([]);
    }
  });

  test("a dialog stays open after its form is refused and focuses the refused field", async () => {
    const sql = asSeed();
    const template = { id: crypto.randomUUID(), name: "Templat uji", contents: sql.json({}) };
    await sql`insert into private.mail_templates ${sql([template])}`;
    const [unsent, prepared] = [
      await payFor(customer, demoAddressId, "dialog-kirim", [1]),
      await payFor(customer, demoAddressId, "dialog-siap", [1]),
    ];
    for (const { id } of [unsent, prepared]) await packOrder(staff, id);
    const toPrepare = {
      order_id: prepared.id,
      courier: "JNE",
      service: "REG",
      tracking_number: "",
    };
    await prepareShipment(staff, toPrepare);

    const guest = await chromium.open({ width: 390 });
    await guest.page.goto(`${program().url}/item/poster-kawung-agung`);
    await guest.page.waitForSelector("html[data-alive]");
    await guest.page.getByRole("button", { name: "Kabari saat stok tersedia" }).last().click();
    await expectRefusalInView(guest.page, "stock alert", "Kabari saya", "dialog[open]");

    const { page, complaints } = await chromium.open({ width: 390 });
    const dialog = page.getByRole("dialog");
    const main = page.locator("main");
    const open = async (path: string) => {
      await page.goto(program().url + path);
      await page.waitForSelector("html[data-alive]");
    };
    await signIn(page, program().url, "admin@etalase.test", `/admin/Orders/${unsent.id}`);
    await main.getByText("Tindakan lain").click();
    await main.getByRole("button", { name: "Kirim", exact: true }).click();
    await dialog.getByRole("button", { name: "Kirim", exact: true }).click();
    await dialog.getByText("Isi nomor resi paket ini.").waitFor();
    await expectFocusOnRefusal(page, "ship");

    await open(`/admin/Orders/${prepared.id}`);
    await main.getByRole("link", { name: "Cetak label" }).click();
    await main.getByRole("button", { name: "Kirim", exact: true }).first().click();
    await dialog.getByRole("button", { name: "Kirim", exact: true }).click();
    await expectFocusOnRefusal(page, "send");

    await open("/admin/Orders");
    const [{ number = "" } = {}] = await sql<{ number: string }[]>`
      select number from orders where id = ${unsent.id}`;
    await page
      .getByRole("checkbox", { name: new RegExp(number) })
      .first()
      .check();
    await page.getByRole("button", { name: "Masukkan resi" }).click();
    await dialog.getByRole("textbox").fill("JN-KEDUA");
    const shipment = { order_id: unsent.id, courier: "JNE", service: "REG" };
    await shipOrder(staff, { ...shipment, tracking_number: "JN-PERTAMA" });
    await dialog.getByRole("button", { name: "Kirim semua yang terisi" }).click();
    await expectFocusOnRefusal(page, "numbers");

    await open("/admin/MailList/Templates");
    await page.getByRole("button", { name: "Ganti nama templat Templat uji" }).click();
    await expectRefusalInView(page, "template", "Simpan nama", "dialog[open]");
    expect(complaints).toEqual([]);
  });

  longProof("links in mails: an order's progress, and an abandoned cart", async () => {
    const { page } = await chromium.open();
    const faults: string[] = [];
    const [mail] = await asSeed()<{ text: string }[]>`
      select text from private.outbox where dedupe_key like ${`order:shipped:${order.id}%`}`;
    await page.goto(
      /http\S+\/Order\/[\w-]{43}/
        .exec(mail?.text ?? "")?.[0]
        .replace(/^https?:\/\/[^/]+/, program().url) ?? "",
    );
    await page.getByText("JN-SESUDAH").waitFor();
    faults.push(...(await faultsOf(page, "tracking")));
    await page.goto(`${program().url}/Order/${"x".repeat(43)}`);
    faults.push(...(await faultsOf(page, "tracking of nothing")));

    const sql = asSeed();
    const email = customer.email ?? "";
    await addSubscriber(email);
    const lines = [{ variant_id: await variantInStock(), quantity: 2 }];
    await sql`
      insert into private.saved_carts (customer_id, version, lines)
      values (${customer.id}, gen_random_uuid(), ${sql.json(lines)})`;
    await sql`update orders set created_at = created_at - interval '3 days' where customer_id = ${customer.id}`;
    await sql`
      update private.saved_carts set active_at = now() - interval '2 hours' where customer_id = ${customer.id}`;
    await sql`select private.enqueue('remind-carts', '{}', 'now', now())`;
    const link = async () => {
      const [row] = await sql<{ text: string }[]>`
        select text from private.outbox where recipient = ${email} and dedupe_key like 'cart:%'`;
      return /http\S+\/RestoreCart\/\S+/.exec(row?.text ?? "")?.[0];
    };
    await expect.poll(link, { timeout: 15_000 }).toBeDefined();
    await page.goto((await link()) ?? "");
    await page.getByRole("button", { name: "Buka keranjang" }).waitFor();
    faults.push(...(await faultsOf(page, "cart to restore")));
    await page.getByRole("button", { name: "Buka keranjang" }).click();
    await page.waitForURL(/\/Cart$/);
    const other = await chromium.open();
    await other.page.goto((await link()) ?? "");
    await other.page.getByRole("button", { name: "Buka keranjang" }).click();
    await other.page.getByText("Keranjang ini sudah tidak ada").waitFor();
    faults.push(...(await faultsOf(other.page, "cart that is gone")));
    expect(faults).toEqual([]);
  });

  longProof("the back office's returns, payments and mails", async () => {
    const sql = asSeed();
    const { id = "" } =
      (
        await sql<{ id: string }[]>`
        insert into private.outbox (kind, recipient, subject, text, status, attempts, last_error)
        values ('email', 'alamat.salah.yang.panjang.sekali@contoh.test', 'Pesanan INV-10001 dikirim', 'x', 'parked', 12,
          '550 5.1.1 mailbox unavailable') returning id`
      )[0] ?? {};
    expect(id).not.toBe("");
    await sql`
      insert into payment_tasks (payment_id, order_id, kind, details)
      values (${order.paymentId}, ${order.id}, 'mismatch', ${sql.json({ amount: 12_345 })})`;
    const { page } = await chromium.open({ width: 1280 });
    const faults: string[] = [];
    await signIn(page, program().url, "staff@etalase.test", "/admin/Returns");
    await page.getByRole("link", { name: /^RET-/ }).first().waitFor();
    faults.push(...(await faultsOf(page, "returns")));
    await page.getByRole("link", { name: /^RET-/ }).first().click();
    await page.getByText("Tulisannya miring.").waitFor();
    faults.push(...(await faultsOf(page, "a claim")));
    await page.goto(`${program().url}/admin/Payments`);
    await page
      .getByRole("link", { name: (await numberOf(order.id)) ?? "" })
      .first()
      .waitFor();
    faults.push(...(await faultsOf(page, "payments with a task")));
    for (const view of ["transfers", "cash", "done"]) {
      await page.goto(`${program().url}/admin/Payments?view=${view}`);
      faults.push(...(await faultsOf(page, `payments: ${view}`)));
    }
    await page.goto(`${program().url}/admin/Mails`);
    await page.getByText("550 5.1.1 mailbox unavailable").waitFor();
    faults.push(...(await faultsOf(page, "mails")));
    expect(faults).toEqual([]);
  });

  async function numberOf(orderId: string): Promise<string | undefined> {
    const [row] = await asSeed()<{ number: string }[]>`
      select number from orders where id = ${orderId}`;
    return row?.number;
  }
});
