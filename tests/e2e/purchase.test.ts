import { describe, expect, test } from "vitest";
import {
  chooseToPay,
  hasBrowser,
  putMugInCart,
  signInByScreens,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("from the shop window to the shipment", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("a visitor buys a mug, signs in on the way, and sees live that staff ship it", async () => {
    const buyer = await chromium.open();
    const { page } = buyer;
    await putMugInCart(page, program().url);
    await page.goto(`${program().url}/Cart`);
    await page.getByText("Mug Ngopi Dulu").first().waitFor();
    await page
      .getByRole("link", { name: /Lanjut ke checkout|Bayar/ })
      .first()
      .click();

    // The checkout needs an account: it redirects to the sign-in page and back.
    await page.waitForURL(/\/Auth\?next=%2FCheckout/);
    await page.getByText("Tidak perlu kata sandi").waitFor();
    await page.getByLabel("Email").fill("customer@etalase.test");
    await page.getByRole("button", { name: "Pakai kata sandi" }).click();
    await page.getByText("Tidak perlu kata sandi").waitFor({ state: "detached" });
    await page.getByLabel("Kata sandi", { exact: true }).fill("etalase-demo-2026");
    await page.getByRole("button", { name: "Masuk", exact: true }).click();
    await page.waitForURL(/\/Checkout$/);
    await page.getByText("Tiba").first().waitFor();
    // The terms that the buyer accepts refer to the seller's address and contacts under every page.
    const [seller] = await asSeed()<{ street: string; email: string }[]>`
      select street, email from shop_settings`;
    const footer = await page.getByRole("contentinfo").textContent();
    expect(footer).toContain(seller?.street);
    expect(footer).toContain(seller?.email);

    // First a refused card: the input and the order stay.
    await chooseToPay(page, "Kartu debit atau kredit");
    // An invalid card number places no order: every choice can still be changed.
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.getByText("Nomor kartu tidak benar").waitFor();
    await expect
      .poll(() => page.getByLabel("Nomor kartu").evaluate((e) => e === document.activeElement))
      .toBe(true);
    expect(await page.getByRole("radio", { name: "QRIS" }).isEnabled()).toBe(true);
    // The total stays visible on a phone at any scroll position.
    expect((await page.getByRole("link", { name: /^Total/ }).boundingBox())?.y).toBe(0);
    const news = page.getByLabel(/^Kirimi saya kabar toko/);
    expect(await news.isChecked()).toBe(false);
    await news.check();
    await page.getByLabel("Nomor kartu").fill("4000000000000002");
    await page.getByLabel("Berlaku sampai").fill("1239");
    await page.getByLabel("CVC").fill("123");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.getByText("Bank menolak kartu ini").waitFor();
    expect(await page.getByLabel("Nomor kartu").inputValue()).toBe("4000 0000 0000 0002");
    // A buyer without another card can change the method.
    await page.getByRole("link", { name: "Ganti cara bayar" }).waitFor();

    // Then a card whose bank demands a code.
    await page.getByLabel("Nomor kartu").fill("4000002500003155");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.getByLabel("Kode satu kali").fill("111111");
    await page.getByRole("button", { name: "Konfirmasi" }).click();
    await page.getByText("Kode salah").waitFor();
    await page.getByLabel("Kode satu kali").fill("123456");
    await page.getByRole("button", { name: "Konfirmasi" }).click();
    await page.waitForURL(/\/Success\?order=/);
    await page.getByRole("heading", { name: "Terima kasih, pesanan Anda lunas" }).waitFor();
    const orderId = new URL(page.url()).searchParams.get("order") ?? "";
    // The ticked box subscribed the confirmed address of the account, with the sentence beside it.
    expect(
      await asSeed()`
        select e.action, e.source, w.text from private.mail_choice_events e
        join private.mail_wordings w on w.hash = e.wording join orders o on o.id = ${orderId}
        join private.mail_recipients r on r.id = e.recipient_id and r.email = o.email`,
    ).toEqual([
      { action: "confirmed", source: "checkout", text: expect.stringContaining("Kirimi saya") },
    ]);
    await page.getByRole("link", { name: "Lihat pesanan" }).click();
    await page.waitForURL(new RegExp(`/dashboard/orders/${orderId}`));
    await page.getByText("Diproses").first().waitFor();

    const staff = await chromium.open({ width: 1280 });
    await signInByScreens(
      staff.page,
      program().url,
      "staff@etalase.test",
      `/admin/Orders/${orderId}`,
    );
    // One next step at a time: pack, prepare the label, print it, send.
    await staff.page.getByRole("button", { name: "Kemas", exact: true }).click();
    await staff.page.getByRole("button", { name: "Siapkan label" }).click();
    const label = staff.page.getByRole("link", { name: "Cetak label", exact: true });
    expect(await label.getAttribute("href")).toMatch(/label\.pdf\?shipment=/);
    await label.click({ modifiers: ["Alt"], noWaitAfter: true });
    await staff.page.getByLabel("Catatan untuk tim").fill("Titip di pos satpam.");
    await staff.page.getByRole("button", { name: "Simpan catatan" }).click();
    await staff.page.getByText("Titip di pos satpam.").waitFor();
    await staff.page.getByRole("button", { name: "Kirim", exact: true }).first().click();
    const dialog = staff.page.getByRole("dialog");
    await dialog.getByLabel("Nomor resi").fill("JN0012345678");
    await dialog.getByRole("button", { name: "Kirim", exact: true }).click();
    await staff.page.getByText("JN0012345678").first().waitFor();

    // The buyer's page updates without any action of the buyer, and has no notes of staff.
    await page.getByText("JN0012345678").waitFor({ timeout: 10_000 });
    await page.getByText("Dikirim", { exact: true }).first().waitFor();
    expect(await page.content()).not.toContain("satpam");

    const mails = (await (await fetch(`${program().url}/dev/mail.json`)).json()) as {
      to: string;
      subject: string;
    }[];
    const subjects = mails
      .filter((mail) => mail.to === "customer@etalase.test")
      .map((mail) => mail.subject)
      .join("\n");
    // The card was paid at once: no payment request is sent.
    expect(subjects).not.toMatch(/menunggu pembayaran/);
    expect(subjects).toMatch(/kami terima/);
    expect(subjects).toMatch(/dikirim/);
    expect([...buyer.complaints, ...staff.complaints]).toEqual([]);
  });

  test("a product's chat link names the product and its SKU; a shop without a number has none", async () => {
    const page = async () => (await fetch(`${program().url}/item/mug-ngopi-dulu`)).text();
    const [, number, text] =
      /href="https:\/\/wa\.me\/(\d+)\?text=([^"]+Mug[^"]+)"/.exec(await page()) ?? [];
    const [shop] = await asSeed()<{ whatsapp: string }[]>`select whatsapp from shop_settings`;
    expect(number).toBe(shop?.whatsapp.replace(/\D/g, ""));
    expect(decodeURIComponent(text ?? "")).toMatch(
      /tentang Mug Ngopi Dulu \(MUG-NGP-[A-Z]+-330\)\.$/,
    );
    await asSeed()`update shop_settings set whatsapp = ''`;
    await expect.poll(page).not.toContain("https://wa.me/");
    await asSeed()`update shop_settings set whatsapp = ${shop?.whatsapp ?? ""}`;
  });

  test("a signed-out visitor is sent to sign in, a customer may not enter the back office", async () => {
    const answer = await fetch(`${program().url}/admin/Orders`, { redirect: "manual" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/Auth?next=%2Fadmin%2FOrders");

    const { page, complaints } = await chromium.open();
    await signInByScreens(page, program().url, "customer@etalase.test");
    const response = await page.goto(`${program().url}/admin/Orders`);
    expect(response?.status()).toBe(403);
    await page.getByRole("heading", { name: /tim toko/ }).waitFor();
    expect(await page.title()).toBe("403 Forbidden · Nota & Co");
    // The guard stopped every loader of the page, but the page's frame is complete.
    await page.getByRole("banner").getByRole("link", { name: "Nota & Co" }).waitFor();
    await page.getByRole("navigation", { name: "Menu utama" }).getByText("Mug").waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Akun" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
