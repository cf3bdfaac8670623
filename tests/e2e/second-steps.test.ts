import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { enrolApp, makeAccount, password, toSecondStep } from "#tests/support/builders/account.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("second steps", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program, messagesTo, codeTo } = useProgram(() => ({
    AUTH_SMS_INTERVAL: "0",
    AUTH_LIMIT_FACTOR: "60",
  }));

  test("recovery codes are shown once, and one of them opens the second step", async () => {
    const email = "pulih@contoh.test";
    await makeAccount(email, "Pulih");
    const { page, context, complaints } = await chromium.open({ width: 1280 });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, program().url, email, "/dashboard/Security");
    expect(await page.getByRole("button", { name: "Buat kode pemulihan" }).count()).toBe(0);
    await enrolApp(page, "HP Pulih");
    await page.getByRole("button", { name: "Buat kode pemulihan" }).click();
    await page.getByText(/Hanya sekali ini/).waitFor();
    const codes = await page.locator("ol li").allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole("button", { name: "Salin" }).click();
    await page.getByRole("button", { name: "Tersalin" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Unduh", exact: true }).click(),
    ]);
    const saved = await readFile(await file.path(), "utf8");
    for (const code of codes) {
      expect(copied).toContain(code);
      expect(saved).toContain(code);
    }
    // The print shows only the codes.
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("heading", { name: "Perangkat" }).isVisible()).toBe(false);
    expect(await page.getByText(codes[9] ?? "").isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Sudah saya simpan" }).click();
    await page.reload();
    expect(await page.getByText(codes[0] ?? "").count()).toBe(0);
    await page.getByText("Sisa 10 dari 10 kode belum dipakai.").waitFor();
    // New codes need a proof; without one the present codes stay.
    await page.getByRole("button", { name: "Buat kode baru" }).click();
    await page.getByRole("button", { name: "Ya, buat kode baru" }).click();
    await page.getByLabel("Kode 6 angka dari aplikasi").waitFor();
    await page.getByRole("button", { name: "Batal", exact: true }).click();
    await page.getByText("Sisa 10 dari 10 kode belum dipakai.").waitFor();

    const other = await chromium.open();
    await toSecondStep(other.page, program().url, email, "/dashboard/Security");
    await other.page.getByRole("button", { name: "Pakai kode pemulihan" }).click();
    await other.page.getByLabel("Kode pemulihan").fill("AAAAA-22222");
    await other.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await other.page.getByText(/Kode pemulihan salah atau sudah dipakai/).waitFor();
    await other.page.getByLabel("Kode pemulihan").fill((codes[0] ?? "").toLowerCase());
    await other.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await other.page.waitForURL(/\/dashboard\/Security$/);
    await other.page.getByText("Sisa 9 dari 10 kode belum dipakai.").waitFor();
    expect((await messagesTo(email, 2)).map(({ subject }) => subject)).toEqual([
      "Kode pemulihan dipakai",
      "Verifikasi 2 langkah dinyalakan",
    ]);
    // The owner of a lost phone removes its app with another recovery code.
    await other.page.getByRole("button", { name: "Hapus HP Pulih" }).click();
    await other.page.getByRole("button", { name: "Ya, hapus" }).click();
    await other.page.getByRole("button", { name: "Pakai kode pemulihan" }).click();
    await other.page.getByLabel("Kode pemulihan").fill(codes[1] ?? "");
    await other.page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await other.page.getByLabel("Kata sandi Anda").fill(password);
    await other.page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await other.page.getByText("Belum aktif.").waitFor();
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  test("a number as second step: added, renamed, used to sign in, removed", async () => {
    const email = "nomor@contoh.test";
    const id = await makeAccount(email, "Nomor");
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, email, "/dashboard/Security");
    await page.getByRole("button", { name: "Tambah nomor HP" }).click();
    await page.getByLabel("Nomor HP").fill("12");
    await page.getByRole("button", { name: "Kirim kode" }).click();
    await page.getByText("Tulis nomor HP Indonesia, misalnya 0812-3456-7890.").waitFor();
    await page.getByLabel("Nomor HP").fill("0812 7000 3333");
    await page.getByRole("button", { name: "Kirim kode" }).click();
    await page.getByLabel("Kode 6 angka").fill(await codeTo("+6281270003333", 1));
    await page.getByText("SMS ke •••• 3333").waitFor();

    await page.getByRole("button", { name: "Ganti nama 0812-7000-3333" }).click();
    await page.getByLabel("Nama", { exact: true }).fill(" ");
    await page.getByRole("button", { name: "Simpan nama" }).click();
    await page.getByText("Isi namanya.").waitFor();
    await page.getByLabel("Nama", { exact: true }).fill("Nomor rumah");
    await page.getByRole("button", { name: "Simpan nama" }).click();
    await page.getByText("Nomor rumah", { exact: true }).waitFor();
    const factors = await asSeed()`
      select friendly_name, factor_type, status, phone from auth.mfa_factors where user_id = ${id}`;
    expect(factors).toEqual([
      {
        friendly_name: "Nomor rumah",
        factor_type: "phone",
        status: "verified",
        phone: "6281270003333",
      },
    ]);

    const other = await chromium.open({ width: 1280 });
    await toSecondStep(other.page, program().url, email, "/dashboard");
    await other.page.getByRole("button", { name: "Kirim kode ke •••• 3333" }).click();
    await other.page.getByLabel("Kode 6 angka").fill(await codeTo("+6281270003333", 2));
    await other.page.waitForURL(/\/dashboard$/);

    await page.getByRole("button", { name: "Hapus Nomor rumah" }).click();
    await page.getByRole("button", { name: "Ya, hapus" }).click();
    // The session proves the second step and the password first.
    await page.getByRole("button", { name: "Kirim kode ke •••• 3333" }).click();
    expect(await asSeed()`select 1 from auth.mfa_factors where user_id = ${id}`).toHaveLength(1);
    await page.getByLabel("Kode 6 angka").fill(await codeTo("+6281270003333", 3));
    await page.getByLabel("Kata sandi Anda").fill(password);
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByText("Belum aktif.").waitFor();
    expect(await asSeed()`select 1 from auth.mfa_factors where user_id = ${id}`).toHaveLength(0);
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  test("an old session reauthenticates before an app or a number is added", async () => {
    const email = "lama@contoh.test";
    const id = await makeAccount(email, "Lama");
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, email, "/dashboard/Security");
    const makeOld = () => asSeed()`
      update auth.sessions set created_at = now() - interval '1 day', reauthenticated_at = null
      where user_id = ${id}`;
    await makeOld();
    await page.getByRole("button", { name: "Tambah aplikasi" }).click();
    await page.getByLabel("Nama", { exact: true }).fill("HP Lama");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByLabel("Kata sandi Anda").fill(password);
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByRole("img", { name: "Kode QR untuk aplikasi autentikasi" }).waitFor();
    await page.getByRole("button", { name: "Batal", exact: true }).click();

    await makeOld();
    await page.getByRole("button", { name: "Tambah nomor HP" }).click();
    await page.getByLabel("Nomor HP").fill("0812 7000 4444");
    await page.getByRole("button", { name: "Kirim kode" }).click();
    await page.getByLabel("Kata sandi Anda").fill(password);
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByLabel("Kode 6 angka").fill(await codeTo("+6281270004444", 1));
    await page.getByText("SMS ke •••• 4444").waitFor();
    // The browser reports the two refused enrolments.
    expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
  });
});
