import { describe, expect, test } from "vitest";
import {
  brokenRules,
  hasBrowser,
  proveWithPassword,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { addSubscriber } from "#tests/support/builders/mailing-list.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("an automation", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program, messagesTo } = useProgram();
  const stateOf = async (slug: string) =>
    (
      await asSeed()<{ is_on: boolean; after_days: number | null }[]>`
        select is_on, after_days from private.mail_automations where slug = ${slug}`
    )[0];

  longProof("is listed, previewed, worded, tested and switched on with a proof", async () => {
    await addSubscriber("tiga-hari@contoh.test");
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "admin@etalase.test", "/admin/MailList/Automations");
    await settled(page);
    const rows = page.getByRole("row");
    expect(await rows.count()).toBe(4);
    await page.getByRole("row", { name: /Keranjang ditinggal.*Menyala/ }).waitFor();
    await page.getByText("Permintaan ulasan belum ada", { exact: false }).waitFor();
    expect(await brokenRules(page)).toEqual([]);

    // By keyboard alone.
    await page.getByRole("link", { name: "Sambutan" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/Automations\/welcome$/);
    await page.getByText("Bila menyala selama 30 hari terakhir, 1 email akan dikirim.").waitFor();
    await page.getByText("Belum ada kejadian dalam 30 hari.").waitFor();
    expect(await brokenRules(page)).toEqual([]);

    const indonesian = page.getByRole("region", { name: "Bahasa Indonesia" });
    await indonesian.getByLabel("Subjek").fill("");
    await page.getByRole("button", { name: "Simpan teks" }).click();
    await page.getByText("Subjek masih kosong.").waitFor();
    expect(await page.getByRole("button", { name: "Nyalakan" }).isDisabled()).toBe(true);
    await indonesian.getByLabel("Subjek").fill("Halo, {name|teman baru}");
    await page.getByText("Ada perubahan yang belum disimpan.").waitFor();
    await page.getByRole("button", { name: "Simpan teks" }).click();
    await page.getByText("Subjek masih kosong.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Kirim uji coba" }).click();
    await page.getByText("Uji coba dikirim.").waitFor();
    const mails = await messagesTo("admin@etalase.test", 2);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "[Test] Welcome",
      "[Uji coba] Halo, teman baru",
    ]);

    await page.getByRole("button", { name: "Nyalakan" }).click();
    await proveWithPassword(page);
    await page.getByText("Menyala mulai sekarang.").waitFor();
    expect(await stateOf("welcome")).toMatchObject({ is_on: true });
    // What is on keeps a text that can be sent.
    await indonesian.getByLabel("Subjek").fill("");
    await page.getByRole("button", { name: "Simpan teks" }).click();
    await page.getByText("Masih ada yang harus diperbaiki.").waitFor();
    const [kept] = await asSeed()`
      select v.subject from private.mail_automations a join private.mail_campaigns c on c.id = a.template
      join private.mail_versions v on v.campaign = c.number and v.language = 'id' where a.slug = 'welcome'`;
    expect(kept).toEqual({ subject: "Halo, {name|teman baru}" });
    await page.getByRole("button", { name: "Matikan" }).click();
    await page.getByText("Dimatikan.").waitFor();
    expect(await stateOf("welcome")).toMatchObject({ is_on: false });
    expect(complaints).toEqual([]);
  });

  longProof("waits for a person after silence, and days stay in their bounds", async () => {
    await asSeed()`
      update private.mail_automations set is_on = true, on_since = now(), paused_why = 'silent', paused_at = now()
      where slug = 'win_back'`;
    const { page } = await chromium.open();
    await signIn(page, program().url, "admin@etalase.test", "/admin/MailList/Automations/win_back");
    await settled(page);
    await page.getByText("lebih dari 30 menit tidak ada yang mengirim", { exact: false }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByLabel("Hari sejak pesanan terakhir tiba").fill("29");
    await page.getByRole("button", { name: "Simpan waktu" }).click();
    await page.getByText("Isi jumlah hari di dalam batasnya.").waitFor();
    expect(await stateOf("win_back")).toMatchObject({ after_days: 90 });
    await page.getByLabel("Hari sejak pesanan terakhir tiba").fill("60");
    await page.getByRole("button", { name: "Simpan waktu" }).click();
    await page.getByText("Tersimpan.", { exact: true }).waitFor();
    expect(await stateOf("win_back")).toMatchObject({ after_days: 60 });
    await page.getByRole("button", { name: "Lanjutkan" }).click();
    await proveWithPassword(page);
    await page.getByText("Menyala mulai sekarang.").waitFor();
    const unknown = await page.goto(`${program().url}/admin/MailList/Automations/birthday`);
    expect(unknown?.status()).toBe(404);
  });

  test("of carts is switched off and on in the account", async () => {
    await addSubscriber("customer@etalase.test");
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test", "/dashboard/details");
    await settled(page);
    const reminded = async () =>
      (
        await asSeed()`
          select private.may_mail(id, 'cart_reminder') as carts, private.may_mail(id, 'news') as news
          from private.mail_recipients where email = 'customer@etalase.test'`
      )[0];
    await page.getByRole("button", { name: "Jangan ingatkan keranjang" }).click();
    await page.getByText("Pengingat keranjang tidak kami kirim lagi.").waitFor();
    expect(await reminded()).toEqual({ carts: false, news: true });
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Ingatkan keranjang lagi" }).click();
    await page.getByText("Pengingat keranjang menyala lagi.").waitFor();
    expect(await reminded()).toEqual({ carts: true, news: true });
    expect(complaints).toEqual([]);
  });

  test("does not exist for staff who may not read mails", async () => {
    await asSeed()`update profiles set staff_role = 'warehouse' where id = (
      select id from auth.users where email = 'staff@etalase.test')`;
    const { page } = await chromium.open();
    await signIn(page, program().url, "staff@etalase.test");
    for (const path of ["/admin/MailList/Automations", "/admin/MailList/Automations/welcome"]) {
      expect((await page.goto(`${program().url}${path}`))?.status()).toBe(403);
    }
  });
});
