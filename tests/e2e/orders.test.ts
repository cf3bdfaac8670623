import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { payFor, waitingOrder } from "#tests/support/builders/orders.ts";
import { demoAddressId, demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("what a customer does with past orders", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("finds one, keeps its invoice and orders it again", async () => {
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test", "/dashboard/orders");
    const cards = page.locator("main li.sheet");
    const everything = await cards.count();
    await page.getByRole("link", { name: /^Selesai/ }).click();
    await page.waitForURL(/stage=done/);
    await expect.poll(() => cards.count()).toBeLessThan(everything);

    const number = /INV-\d+/.exec((await cards.first().textContent()) ?? "")?.[0] ?? "";
    const search = page.getByRole("searchbox", { name: "Cari nomor atau nama barang" });
    await search.fill(number);
    await search.press("Enter");
    await page.waitForURL(new RegExp(`q=${number}`));
    await expect.poll(() => cards.count()).toBe(1);
    await cards.first().getByRole("link").click();
    await page.getByRole("heading", { name: `Pesanan ${number}` }).waitFor();

    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Unduh nota (PDF)" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(`nota-${number}.pdf`);
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe("%PDF-");

    const skus = await page
      .locator("main li")
      .getByText(/^(?!INV)[A-Z]{3}-[A-Z0-9-]+$/)
      .allTextContents();
    expect(skus.length).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Pesan lagi" }).click();
    await page.waitForURL(/\/Cart$/);
    const cart = await page.evaluate(() => localStorage.getItem("cart"));
    expect(JSON.parse(cart ?? "{}").state.lines).toHaveLength(skus.length);
    await page.getByRole("heading", { name: /Keranjang/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("a cancelled order's design is shown as not printed, and an approved design is reordered", async () => {
    openTestProviders();
    const buyer = demoPerson("customer@etalase.test");
    const unapproved = await orderDesign(buyer, "review", { name: "Dewi" });
    // Created last, so that its product has the newest print specification.
    const approved = await orderDesign(buyer, "self", { name: "Batal Dulu" });
    for (const { order_id } of [approved, unapproved]) {
      expect(await cancelOrder(buyer, order_id, "customer")).toMatchObject({ ok: true });
    }
    const { page, complaints } = await chromium.open();
    const ownPage = `/dashboard/orders/${approved.order_id}`;
    await signIn(page, program().url, buyer.email ?? "", `${ownPage}/Customisation`);
    await page.getByText("Tidak dicetak").first().waitFor();
    expect(await page.getByText("segera dicetak").count()).toBe(0);
    await page.goto(`${program().url}/dashboard/orders/${unapproved.order_id}`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Pesan lagi" }).click();
    await page.getByText(/^Tidak dimasukkan ke keranjang/).waitFor();
    await page.goto(program().url + ownPage);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Pesan lagi" }).click();
    await page.waitForURL(/\/Cart$/);
    await page.getByText("Desain Anda: Batal Dulu").waitFor();
    expect(await page.getByText("hanya dijual dengan cetakan").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("on a phone the current step is marked, and the next one is visible", async () => {
    openTestProviders();
    const order = await payFor(
      demoPerson("customer@etalase.test"),
      demoAddressId,
      "langkah",
      [2, 1, 1],
    );
    const { page, complaints } = await chromium.open({ width: 320 });
    await signIn(page, program().url, "customer@etalase.test", `/dashboard/orders/${order.id}`);
    // Production starts without an event: the current step follows the order's stage.
    const step = page.locator('main [aria-current="step"]');
    expect(await step.textContent()).toContain("Diproses");
    await shipOrder(demoPerson("staff@etalase.test"), {
      order_id: order.id,
      courier: "JNE",
      service: "REG",
      tracking_number: "JN-LANGKAH",
    });
    await page.reload();
    expect(await step.textContent()).toContain("Dikirim");
    await page.waitForSelector("html[data-alive]");
    // One timeline, each step once; the shipment leads to its courier, and only the status is on coloured paper.
    expect(await page.getByRole("list", { name: "Riwayat" }).count()).toBe(1);
    const shipment = page.locator("main section.sheet-edge");
    const tracking = shipment.getByRole("link", { name: "Lacak di JNE" });
    expect(await tracking.getAttribute("href")).toMatch(
      /^https:\/\/www\.jne\.co\.id\/.*JN-LANGKAH$/,
    );
    expect(await shipment.evaluate((card) => getComputedStyle(card).color)).toBe(
      await page.locator("main h1").evaluate((title) => getComputedStyle(title).color),
    );
    const next = page.getByRole("button", { name: "Sudah saya terima" });
    const paper = page.locator("main section.sheet-bottom");
    const sheet = await paper.boundingBox();
    expect((await next.boundingBox())?.y).toBeLessThan(sheet?.y ?? 0);
    // Long product numbers do not push an amount off the paper.
    for (const amount of await paper.locator("li .money").all()) {
      const box = await amount.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((sheet?.x ?? 0) + (sheet?.width ?? 0));
    }
    await next.click();
    const dialog = page.getByRole("dialog", { name: "Barangnya sudah dicek?" });
    await dialog.getByRole("button", { name: "Belum" }).click();
    expect(await step.textContent()).toContain("Dikirim");
    await next.click();
    await dialog.getByRole("button", { name: "Ya, semua sudah ada" }).click();
    await step.getByText("Selesai").waitFor();
    expect(complaints).toEqual([]);
  });

  test("a mail's button opens without signing in, and leads who is signed in to the payment", async () => {
    openTestProviders();
    const id = await waitingOrder(demoPerson("customer@etalase.test"), "builtin:va_bca");
    const [mail] = await asSeed()<{ html: string }[]>`
      select html from private.outbox where dedupe_key = ${`order:awaiting_payment:${id}`}`;
    const path = /\/Order\/[\w-]{43}\?pay/.exec(mail?.html ?? "")?.[0] ?? "";
    expect(mail?.html).toContain('<td class="row yellow"');
    expect(mail?.html).toMatch(
      /<img src="http[^"]+\.320\.webp" alt="[^"]+" width="72" height="72"/,
    );
    const { page } = await chromium.open();
    await page.goto(program().url + path);
    await page.getByText(/^Bayar sebelum /).waitFor();
    await signIn(page, program().url, "customer@etalase.test");
    await page.goto(program().url + path);
    await page.waitForURL(new RegExp(`/dashboard/orders/${id}$`));
    await page.getByText("Nomor virtual account").first().waitFor();
  });

  test("a cancelled order is shown as such, and requests no payment", async () => {
    const [order] = await asSeed()<{ id: string }[]>`
      select o.id from orders o join auth.users u on u.id = o.customer_id
      where u.email = 'customer@etalase.test' and o.status = 'canceled' limit 1`;
    const { page } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test");
    await page.goto(`${program().url}/Success?order=${order?.id}`);
    await page.getByRole("heading", { name: "Pesanan ini sudah dibatalkan" }).waitFor();
    await page.getByRole("link", { name: "Lihat pesanan" }).waitFor();
    expect(await page.getByRole("link", { name: "Bayar lagi" }).count()).toBe(0);
    // In the list, the chosen tab is visible even when it is the last one of a row that is wider than the phone.
    await page.goto(`${program().url}/dashboard/orders?stage=canceled`);
    const chosen = page.getByRole("link", { name: /^Dibatalkan/ }).first();
    await expect.poll(async () => (await chosen.boundingBox())?.x ?? 390).toBeLessThan(300);
  });

  test("an invoice is readable with the order only", async () => {
    const address = `${program().url}/dashboard/orders/7c0c7c2e-1111-4222-8333-444455556666/invoice.pdf`;
    const answer = await fetch(address, { redirect: "manual" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(/^\/Auth\?next=/);
  });
});
