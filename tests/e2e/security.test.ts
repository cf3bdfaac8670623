import { describe, expect, test } from "vitest";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const email = "customer@etalase.test";
const newPassword = "nota baru empat lembar";

describe.runIf(hasBrowser)("what keeps an account its owner's", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("a second step is asked for from the next sign-in on, and other devices can be signed out", async () => {
    const own = await chromium.open({ width: 1280 });
    const other = await chromium.open();
    await signIn(other.page, program().url, email, "/dashboard");
    await signIn(own.page, program().url, email, "/dashboard/Security");
    const { page } = own;

    // An abandoned enrolment does not block the second one.
    await page.getByRole("button", { name: "Tambah aplikasi" }).click();
    await page.getByLabel("Nama", { exact: true }).fill("HP Rani");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByRole("img", { name: "Kode QR untuk aplikasi autentikasi" }).waitFor();
    await page.reload();

    await page.getByRole("button", { name: "Tambah aplikasi" }).click();
    await page.getByLabel("Nama", { exact: true }).fill("HP Rani");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByRole("img", { name: "Kode QR untuk aplikasi autentikasi" }).waitFor();
    const secret = ((await page.locator("code").textContent()) ?? "").trim();
    const app = page.getByText("Buka di aplikasi autentikasi");
    expect(await app.getAttribute("href")).toContain(`secret=${secret}`);
    await page.getByLabel("Kode 6 angka dari aplikasi").fill("000000");
    await page.getByText(/Kode salah/).waitFor();
    await page.getByLabel("Kode 6 angka dari aplikasi").fill(authenticatorCode(secret));
    await page.getByText("HP Rani").waitFor();

    // Enabling the second step ended sessions without it: the other device is signed out.
    await other.page.goto(`${program().url}/dashboard`);
    await other.page.waitForURL(/\/Auth/);

    await page.getByLabel("Kata sandi baru").fill("password");
    await page.getByRole("button", { name: "Ganti kata sandi" }).click();
    await page.getByText(/terlalu umum|mudah ditebak/).waitFor();
    // The change requires the second factor and the old password.
    await page.getByLabel("Kata sandi baru").fill(newPassword);
    await page.getByRole("button", { name: "Ganti kata sandi" }).click();
    await page.getByLabel("Kode 6 angka dari aplikasi").fill(authenticatorCode(secret, 1));
    await page.getByLabel("Kata sandi Anda").fill("etalase-demo-2026");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByText("Kata sandi sudah diganti.").waitFor();
    await asSeed()`update auth.mfa_factors set last_used_step = null`;

    // The new password alone opens nothing.
    await other.page.getByLabel("Email").fill(email);
    await other.page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await other.page.getByLabel("Kata sandi", { exact: true }).fill(newPassword);
    await other.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await other.page.getByRole("heading", { name: "Verifikasi 2 langkah" }).waitFor();
    await other.page.goto(`${program().url}/dashboard/orders`);
    await other.page.getByRole("heading", { name: "Verifikasi 2 langkah" }).waitFor();
    await other.page.getByLabel("Kode 6 angka dari aplikasi").fill(authenticatorCode(secret, 1));
    await other.page.waitForURL(/\/dashboard\/orders$/);

    await page.reload();
    await page.getByText("Perangkat ini").waitFor();
    await page.getByRole("button", { name: "Keluarkan", exact: true }).click();
    await expect
      .poll(() => page.getByRole("button", { name: "Keluarkan", exact: true }).count())
      .toBe(0);
    await other.page.goto(`${program().url}/dashboard`);
    await other.page.waitForURL(/\/Auth/);

    await page.getByRole("button", { name: "Hapus HP Rani" }).click();
    await page.getByRole("button", { name: "Ya, hapus" }).click();
    await page.getByText("Belum aktif.").waitFor();
    expect([...own.complaints, ...other.complaints]).toEqual([]);
  });
});
