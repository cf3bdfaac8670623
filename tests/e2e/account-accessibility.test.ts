import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { enrolApp, makeAccount, toSecondStep } from "#tests/support/builders/account.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)(
  "the account's forms, opened, for everybody",
  { timeout: 120_000 },
  () => {
    const chromium = useChromium();
    const { program } = useProgram();

    test("signing in: every step and its errors", async () => {
      const { page } = await chromium.open();
      const faults: string[] = [];
      await page.goto(`${program().url}/Auth?left=1`);
      await page.getByRole("button", { name: "Lanjut", exact: true }).click();
      await page.getByText("Isi email atau nomor HP Anda.").waitFor();
      faults.push(...(await faultsOf(page, "contact")));
      const long = `seseorang-dengan-alamat-yang-panjang-sekali@pelanggan.contoh.test`;
      await page.getByLabel("Email atau nomor HP").fill(long);
      await page.getByRole("button", { name: "Lanjut", exact: true }).click();
      await page.getByRole("button", { name: "Masuk", exact: true }).click();
      await page.getByText("Isi kata sandi Anda.").waitFor();
      faults.push(...(await faultsOf(page, "password")));
      await page.getByRole("button", { name: "Kirim kode lewat email saja" }).click();
      await page.getByLabel("Kode 6 angka").fill("000000");
      await page.getByText(/Kode salah/).waitFor();
      faults.push(...(await faultsOf(page, "code")));
      await page.goto(`${program().url}/en/Auth#token_hash=x&type=magiclink`);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText(/was used or has expired/).waitFor();
      faults.push(...(await faultsOf(page, "link")));
      expect(faults).toEqual([]);
    });

    longProof("security and details with every form open", async () => {
      const email = "semua@contoh.test";
      await makeAccount(email, "Semua");
      const { page } = await chromium.open();
      const faults: string[] = [];
      await signIn(page, program().url, email, "/dashboard/Security");
      await page.getByRole("button", { name: "Tambah nomor HP" }).click();
      await page.getByRole("button", { name: "Kirim kode" }).click();
      await page.getByRole("button", { name: "Unduh data" }).click();
      faults.push(...(await faultsOf(page, "number and password")));
      await page.reload();
      await enrolApp(page, "HP Semua");
      await page.getByRole("button", { name: "Buat kode pemulihan" }).click();
      await page.getByText(/Hanya sekali ini/).waitFor();
      await page.getByRole("button", { name: "Ganti nama HP Semua" }).click();
      await page.getByRole("button", { name: "Hapus akun", exact: true }).click();
      faults.push(...(await faultsOf(page, "codes, renaming, leaving")));
      await page.goto(`${program().url}/dashboard/Details`);
      await page.getByRole("button", { name: "Ganti email" }).click();
      await page.getByRole("button", { name: "Tambah nomor" }).click();
      faults.push(...(await faultsOf(page, "details")));

      const other = await chromium.open();
      await toSecondStep(other.page, program().url, email, "/dashboard");
      faults.push(...(await faultsOf(other.page, "second step")));
      await other.page.getByRole("button", { name: "Pakai kode pemulihan" }).click();
      await other.page.getByRole("button", { name: "Masuk", exact: true }).click();
      await other.page.getByText("Isi salah satu kode pemulihan Anda.").waitFor();
      faults.push(...(await faultsOf(other.page, "recovery code")));

      const guest = await chromium.open();
      await guest.page.goto(`${program().url}/Auth?next=%2Fdashboard%2FDetails`);
      await guest.page.getByRole("button", { name: "Lanjut sebagai tamu" }).click();
      await guest.page.getByRole("link", { name: "Nanti saja" }).click();
      await guest.page.getByRole("heading", { name: "Simpan sebagai akun" }).waitFor();
      faults.push(...(await faultsOf(guest.page, "guest's details")));
      await guest.page.goto(`${program().url}/dashboard`);
      faults.push(...(await faultsOf(guest.page, "guest's home")));
      expect(faults).toEqual([]);
    });
  },
);
