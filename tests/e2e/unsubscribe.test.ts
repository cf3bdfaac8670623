import { describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

interface Mail {
  readonly to: string;
  readonly text: string;
}

describe.runIf(hasBrowser)("choosing mails", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  const mailsTo = async (address: string) => {
    const mails = (await (await fetch(`${program().url}/dev/mail.json`)).json()) as Mail[];
    return mails.filter(({ to }) => to === address);
  };

  test("a link by mail, one press, undo, and the mail program's button; signed out all the while", async () => {
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/Unsubscribe`);
    await page.waitForSelector("html[data-alive]");
    // The answer does not reveal whether an address is known.
    for (const email of ["nobody@contoh.test", "customer@etalase.test"]) {
      await page.goto(`${program().url}/Unsubscribe`);
      await page.waitForSelector("html[data-alive]");
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Kirim tautan" }).click();
      await page.getByText("Periksa email Anda").waitFor();
    }
    await expect.poll(async () => (await mailsTo("customer@etalase.test")).length).toBe(1);
    expect(await mailsTo("nobody@contoh.test")).toEqual([]);
    const [mail] = await mailsTo("customer@etalase.test");
    const token = /\/Unsubscribe\?t=([\w-]{44})/.exec(mail?.text ?? "")?.[1] ?? "";

    const reminders = page.getByLabel(/Pengingat bayar/);
    const address = `${program().url}/Unsubscribe?t=${token}&topic=payment_reminder`;
    const opened = await page.goto(address);
    expect(opened?.headers()).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
    });
    await page.waitForSelector("html[data-alive]");
    await page.getByText("Untuk c•••@etalase.test").waitFor();
    // Scanners open links: that alone changes nothing.
    await fetch(address);
    await page.reload();
    expect(await reminders.isChecked()).toBe(true);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Ya, berhenti" }).click();
    await page.getByText("Pengingat bayar tidak kami kirim lagi.").waitFor();
    await expect.poll(() => reminders.isChecked()).toBe(false);
    await page.getByRole("button", { name: "Batalkan" }).click();
    await page.getByText("Pengingat bayar kami kirim lagi.").waitFor();
    await expect.poll(() => reminders.isChecked()).toBe(true);

    const button = `${program().url}/api/unsubscribe/${token}/payment_reminder`;
    const press = (body: string, to = button) =>
      fetch(to, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
    const seen = await fetch(button, { redirect: "manual" });
    expect(seen.status).toBe(303);
    expect((await press("x=1")).status).toBe(400);
    expect(
      (await press("List-Unsubscribe=One-Click", button.replace(token, "A".repeat(44)))).status,
    ).toBe(404);
    expect((await press("List-Unsubscribe=One-Click", `${button}s`)).status).toBe(404);
    await page.reload();
    expect(await reminders.isChecked()).toBe(true);
    const pressed = await press("List-Unsubscribe=One-Click");
    expect([pressed.status, await pressed.text()]).toEqual([200, ""]);
    await page.goto(address);
    expect(await reminders.isChecked()).toBe(false);
    // A stopped topic does not show the button again.
    expect(await page.getByRole("button", { name: "Ya, berhenti" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("without scripts it is the same one press, and a broken link says so", async () => {
    const broken = await fetch(`${program().url}/en/Unsubscribe?t=${"A".repeat(44)}`);
    expect(broken.status).toBe(404);
    expect(await broken.text()).toContain("This link is incomplete");
    const post = (fields: Record<string, string>) =>
      fetch(`${program().url}/en/Unsubscribe`, {
        method: "POST",
        headers: { Origin: program().url },
        body: new URLSearchParams(fields),
      });
    expect((await post({ intent: "stop", topic: "news", t: "x" })).status).toBe(404);
    expect((await post({ intent: "stop", topic: "orders", t: "x" })).status).toBe(400);
    expect((await post({ intent: "link", email: "a@b,c@d" })).status).toBe(422);
    expect((await post({ intent: "link", email: "a@contoh.test" })).status).toBe(422);
  });

  test("a visitor signs up in the footer, confirms, stops with one press and undoes; staff see the ledger", async () => {
    const { page, complaints } = await chromium.open();
    const address = "pembaca@contoh.test";
    await page.goto(`${program().url}/Faq`);
    await page.waitForSelector("html[data-alive]");
    await page.getByLabel("Kabar produk baru").fill("pembaca");
    await page.getByRole("button", { name: "Daftar" }).click();
    await page.getByText("Email ini belum lengkap. Contoh: nama@contoh.com.").waitFor();
    expect(await mailsTo("pembaca")).toEqual([]);
    await page.goto(`${program().url}/Faq`);
    await page.waitForSelector("html[data-alive]");
    await page.getByLabel("Kabar produk baru").fill(address);
    await page.getByRole("button", { name: "Daftar" }).click();
    await page.getByRole("heading", { name: "Periksa email Anda" }).waitFor();
    const [mail] = await mailsTo(address);
    const link = /\/Subscribe\/[\w-]{43}/.exec(mail?.text ?? "")?.[0] ?? "";
    const before = await fetch(`${program().url}${link}`);
    expect(before.status).toBe(200);
    expect(before.headers.get("referrer-policy")).toBe("same-origin");
    const state = async () =>
      (
        await asSeed()<{ state: string; level: string }[]>`
          select s.state, s.level from subscriptions s join private.mail_recipients r on r.id = s.recipient_id
          where r.email = ${address} and s.topic = 'news'`
      )[0];
    // Scanners open links: that alone subscribes nobody.
    expect(await state()).toEqual({ state: "pending", level: "single" });

    await page.goto(`${program().url}${link}`);
    await page.getByRole("heading", { name: "Langganan Anda aktif" }).waitFor();
    expect(await state()).toEqual({ state: "subscribed", level: "confirmed" });
    await page.getByRole("link", { name: "Atur email" }).click();
    const news = page.getByRole("checkbox", { name: /^Kabar toko/ });
    await news.waitFor();
    expect(await news.isChecked()).toBe(true);

    await page.goto(`${page.url()}&topic=news`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Ya, berhenti" }).click();
    await page.getByText("Kabar toko tidak kami kirim lagi.").waitFor();
    expect((await state())?.state).toBe("unsubscribed");
    await page.getByRole("button", { name: "Batalkan" }).click();
    await page.getByText("Kabar toko kami kirim lagi.").waitFor();
    await page.getByLabel("Jeda").selectOption("30");
    await page.getByLabel("Maksimal sekali sebulan").check();
    await page.getByRole("button", { name: "Simpan pilihan" }).click();
    await page.getByText("Pilihan Anda sudah disimpan.").waitFor();
    await page.getByRole("button", { name: "Hentikan semua email" }).click();
    await page.getByText("Semua kabar dan pengingat sudah dihentikan.").waitFor();
    expect((await state())?.state).toBe("unsubscribed");

    const staff = await chromium.open();
    await signIn(staff.page, program().url, "staff@etalase.test");
    await staff.page.goto(`${program().url}/admin/maillist`);
    await staff.page.waitForSelector("html[data-alive]");
    await staff.page.getByRole("link", { name: "Pelanggan milis" }).click();
    await staff.page.getByLabel("Awal alamat email").fill("pembaca@");
    await staff.page.getByRole("search").getByRole("button", { name: "Cari" }).last().click();
    await staff.page.getByRole("link", { name: address }).click();
    const acts = staff.page.getByRole("main").getByRole("listitem").getByRole("paragraph");
    await staff.page.getByText("Menghentikan semua email", { exact: true }).waitFor();
    const ledger = await acts.allTextContents();
    for (const act of [
      "Konfirmasi kabar toko diminta",
      "Menyetujui kabar toko",
      "Menjeda kabar toko",
    ]) {
      expect(ledger).toContain(act);
    }
    await staff.page.getByText("“Dengan mendaftar, Anda setuju menerima kabar toko").waitFor();
    expect(await brokenRules(staff.page)).toEqual([]);
    await staff.page.goto(`${program().url}/admin/MailList/Suppressions`);
    await staff.page.waitForSelector("html[data-alive]");
    await staff.page.getByLabel("Alamat email lengkap").fill(address);
    await staff.page.getByRole("button", { name: "Periksa" }).click();
    await staff.page.getByText(`Didiamkan: ${address}`).waitFor();
    expect([...complaints, ...staff.complaints]).toEqual([]);
  });

  test("in English and without scripts it is a press more, and its link works once", async () => {
    const address = "reader@contoh.test";
    const post = (path: string, fields: Record<string, string>) =>
      fetch(`${program().url}${path}`, {
        method: "POST",
        headers: { Origin: program().url },
        body: new URLSearchParams(fields),
      });
    const unchecked = await (await post("/en/Subscribe", { email: address })).text();
    expect(unchecked).toContain(`value="${address}"`);
    expect(await mailsTo(address)).toEqual([]);
    expect((await post("/en/Subscribe", { email: "a@b,c@d", plain: "1" })).status).toBe(422);
    expect((await post("/en/Subscribe", { email: address, captcha: "x" })).status).toBe(422);
    const sent = await post("/en/Subscribe", { email: address, plain: "1" });
    expect(await sent.text()).toContain("Look into your inbox");
    // The same answer, and no second mail on one day.
    expect((await post("/en/Subscribe", { email: address, plain: "1" })).status).toBe(200);
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Yes, send them");
    const link = /\/en\/Subscribe\/[\w-]{43}/.exec(mails[0]?.text ?? "")?.[0] ?? "";
    const { page } = await chromium.open();
    const plain = await page.context().browser()?.newContext({ javaScriptEnabled: false });
    const reader = await plain?.newPage();
    if (!plain || !reader) throw new Error("no browser");
    await reader.goto(`${program().url}${link}`);
    await reader.getByRole("button", { name: "Yes, send them" }).click();
    await reader.getByRole("link", { name: "Choose your emails" }).click();
    await reader.getByRole("button", { name: "Stop all emails" }).click();
    await reader.getByRole("button", { name: "Undo" }).click();
    await reader.getByText("Your choices are back as they were.").waitFor();
    await plain.close();
    const again = await (await post(link, {})).text();
    expect(again).toContain("You are subscribed");
    const token = /Unsubscribe\?t=([\w-]{44})/.exec(again)?.[1] ?? "";
    const events = await asSeed()`
      select e.action, e.pressed, w.text from private.mail_choice_events e
      join private.mail_recipients r on r.id = e.recipient_id left join private.mail_wordings w on w.hash = e.wording
      where r.email = ${address} order by e.id`;
    expect(events).toEqual([
      { action: "asked", pressed: null, text: expect.stringContaining("By signing up you agree") },
      { action: "confirmed", pressed: true, text: null },
      { action: "stopped", pressed: null, text: null },
      { action: "stopped", pressed: null, text: null },
      { action: "stopped", pressed: null, text: null },
      { action: "stopped", pressed: null, text: null },
      { action: "confirmed", pressed: null, text: null },
      { action: "confirmed", pressed: null, text: null },
      { action: "confirmed", pressed: null, text: null },
    ]);
    expect((await post(`/en/Subscribe/${"A".repeat(43)}`, {})).status).toBe(404);

    // The mail program's button: multipart too, with the delivery, again, and after the recipient was erased.
    const [recipient] = await asSeed()<{ id: string }[]>`
      select id from private.mail_recipients where email = ${address}`;
    const campaign = crypto.randomUUID();
    const press = () => {
      const body = new FormData();
      body.set("List-Unsubscribe", "One-Click");
      const path = `/api/unsubscribe/${token}/news/${campaign}.7`;
      return fetch(`${program().url}${path}`, { method: "POST", body });
    };
    expect((await press()).status).toBe(200);
    expect(
      await asSeed()`
        select campaign_id from private.mail_choice_events where recipient_id = ${recipient?.id ?? ""} and source = 'one_click'`,
    ).toEqual([{ campaign_id: campaign }]);
    expect((await press()).status).toBe(200);
    await asSeed()`select private.forget_mail_recipient(${recipient?.id ?? ""})`;
    expect((await press()).status).toBe(200);
  });
});
