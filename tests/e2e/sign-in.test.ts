import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { oidcDouble } from "#tests/support/doubles/oidc.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const email = "customer@etalase.test";

async function begin(page: Page, url: string, contact: string, search = "next=%2Fdashboard") {
  await page.goto(`${url}/Auth?${search}`);
  await page.getByLabel("Email atau nomor HP").fill(contact);
  // Somebody who signs up is offered a code first.
  const name = search.includes("signup") ? "Pakai kata sandi" : "Lanjut";
  await page.getByRole("button", { name, exact: true }).click();
}

async function sayName(page: Page, name: string) {
  await page.waitForURL(/\/SetDetails/);
  await page.getByLabel("Nama lengkap").fill(name);
  await page.getByRole("button", { name: "Lanjut", exact: true }).click();
}

describe.runIf(hasBrowser)("ways to sign in", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const provider = oidcDouble();
  const { program, messagesTo, codeTo } = useProgram(() => ({
    AUTH_SMS_INTERVAL: "0",
    OIDC_NAME: "kartu",
    OIDC_ISSUER: provider().issuer,
    OIDC_CLIENT_ID: provider().clientId,
    OIDC_CLIENT_SECRET: provider().clientSecret,
  }));

  test("a number and a password: confirmed by a text message, then good in every spelling", async () => {
    const { page, complaints } = await chromium.open();
    await begin(page, program().url, "0812 345", "mode=signup");
    await page.getByText("Tulis nomor HP Indonesia, misalnya 0812-3456-7890.").waitFor();
    await page.getByLabel("Email atau nomor HP").fill("0812-7000-1111");
    await page.getByRole("button", { name: "Pakai kata sandi" }).click();
    await page.getByLabel("Kata sandi", { exact: true }).fill("kopi tubruk dua sendok");
    await page.getByRole("button", { name: "Buat akun", exact: true }).click();
    await page.getByText(/lewat SMS ke 0812-7000-1111/).waitFor();
    const code = await codeTo("+6281270001111", 1);
    // Pasted with the surrounding text of the message.
    await page.getByLabel("Kode 6 angka").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await sayName(page, "Dewi");
    await page.getByText("Isi email Anda").waitFor();
    await page.getByRole("link", { name: "Nanti saja" }).click();
    await page.waitForURL(/\/dashboard$/);
    const [user] = await asSeed()`
      select phone, email from auth.users where phone_confirmed_at is not null and phone = '6281270001111'`;
    expect(user).toEqual({ phone: "6281270001111", email: null });

    for (const spelling of ["6281270001111", "+62 812 7000 1111"]) {
      const again = await chromium.open();
      await begin(again.page, program().url, spelling);
      await again.page.getByLabel("Kata sandi", { exact: true }).fill("kopi tubruk dua sendok");
      await again.page.getByRole("button", { name: "Masuk", exact: true }).click();
      await again.page.waitForURL(/\/SetDetails/);
    }
    expect(complaints).toEqual([]);
  });

  test("the sign-in page of a staff invitation offers no guest session", async () => {
    const { page, complaints } = await chromium.open();
    const guest = page.getByRole("button", { name: "Lanjut sebagai tamu" });
    await page.goto(`${program().url}/Auth?next=%2Fdashboard`);
    await guest.waitFor();
    await page.goto(`${program().url}/Auth?next=%2FStaffInvitation%2Fx&mode=signup`);
    await page.getByRole("button", { name: "Kirim kode" }).waitFor();
    expect(await guest.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("a guest who opens an order page without access is asked for the email of the order", async () => {
    const order = "/dashboard/orders/00000000-0000-4000-8000-000000000000";
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/Auth?next=%2FCheckout`);
    await page.getByRole("button", { name: "Lanjut sebagai tamu" }).click();
    await page.waitForURL(/\/Checkout$/);
    for (const path of [order, `${order}/Customisation`, `${order}/Return`]) {
      await page.goto(program().url + path);
      await page.waitForURL((url) => url.searchParams.get("next") === path);
      await page.getByText("tulis email yang dipakai saat memesan").waitFor();
      await page.getByRole("button", { name: "Kirim kode" }).waitFor();
      expect(await page.getByRole("button", { name: "Lanjut sebagai tamu" }).count()).toBe(0);
    }
    expect(complaints).toEqual([]);
  });

  test("a code by text message alone, sent again after a minute, wrong ones refused", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await page.clock.install();
    await begin(page, program().url, "081270002222");
    await page.getByRole("button", { name: "Kirim kode lewat SMS saja" }).click();
    const field = page.getByLabel("Kode 6 angka");
    await field.waitFor();
    expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
    const first = await codeTo("+6281270002222", 1);
    await field.fill("000000");
    await page.getByText(/Kode salah atau sudah kedaluwarsa/).waitFor();
    await page.getByText(/Kirim ulang dalam \d+ detik/).waitFor();
    await page.clock.fastForward(61_000);
    await page.getByRole("button", { name: "Kirim ulang kode" }).click();
    await page.getByText("Kode baru sudah dikirim.").waitFor();
    const second = await codeTo("+6281270002222", 2);
    if (first !== second) {
      await field.fill(first);
      await page.getByText(/Kode salah atau sudah kedaluwarsa/).waitFor();
    }
    await field.fill(second);
    await page.waitForURL(/\/SetDetails/);
    expect(complaints).toEqual([]);
  });

  test("a link by mail is used up by a press, not by a program that opens it, in any browser", async () => {
    const asker = await chromium.open();
    await begin(asker.page, program().url, email, "next=%2Fdashboard%2FAddress");
    await asker.page.getByRole("button", { name: "Kirim kode lewat email saja" }).click();
    await asker.page.getByLabel("Kode 6 angka").waitFor();
    const [mail] = await messagesTo(email, 1);
    const link = /https?:\/\/\S+token_hash=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    expect(new URL(link).pathname).toBe("/Auth");
    expect((await fetch(link)).status).toBe(200);
    const scanner = await chromium.open();
    await scanner.page.goto(link);
    await scanner.page.getByRole("button", { name: "Masuk", exact: true }).waitFor();

    const other = await chromium.open();
    await other.page.goto(link);
    await other.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await other.page.waitForURL(/\/dashboard\/Address$/);

    await scanner.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await scanner.page.getByText(/Tautan ini sudah dipakai atau kedaluwarsa/).waitFor();
    expect([...asker.complaints, ...other.complaints]).toEqual([]);
  });

  test("known and unknown addresses get the same screens and answers", async () => {
    const seen: string[] = [];
    for (const address of ["staff@etalase.test", "entah-siapa@contoh.test"]) {
      const { page } = await chromium.open();
      const answers: string[] = [];
      page.on("response", async (response) => {
        if (!response.url().includes("/auth/v1/")) return;
        answers.push(`${response.status()} ${await response.text().catch(() => "")}`);
      });
      await begin(page, program().url, address);
      await page.getByLabel("Kata sandi", { exact: true }).fill("bukan sandinya sama sekali");
      await page.getByRole("button", { name: "Masuk", exact: true }).click();
      await page.getByText(/tidak cocok/).waitFor();
      await page.getByRole("button", { name: "Kirim kode lewat email saja" }).click();
      await page.getByLabel("Kode 6 angka").waitFor();
      await messagesTo(address, 1);
      const text = ((await page.locator("main").textContent()) ?? "").replace(
        /dalam \d+ detik/,
        "",
      );
      seen.push(`${answers.join("\n")}\n${text.replaceAll(address, "ALAMAT")}`);
    }
    expect(seen[0]).toBe(seen[1]);
  });

  test("another provider: sign-in returns to the requested page", async () => {
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/Auth?next=%2Fdashboard%2Forders`);
    await page.getByRole("button", { name: "Lanjut dengan Kartu" }).click();
    await page.waitForURL(/\/dashboard\/orders$/);
    const identities = await asSeed()`
      select i.provider from auth.identities i join auth.users u on u.id = i.user_id
      where u.email = 'ayu@shop.test'`;
    expect(identities).toEqual([{ provider: "kartu" }]);
    // Google is not set up here, so it is not offered.
    await page.goto(`${program().url}/en/Auth`);
    expect(await page.getByRole("button", { name: /Google/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
