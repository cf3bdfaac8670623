import { describe, expect, test } from "vitest";
import { importBucket } from "#shop/imports/import.ts";
import {
  hasBrowser,
  proveWithPassword,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

describe.runIf(hasBrowser)("files that people import", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  longProof(
    "an upload whose connection is cut in the middle goes on by itself, without a row lost or doubled",
    async () => {
      const { page, context } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test", "/admin/Imports");
      await settled(page);
      // Three requests of 6 MiB.
      const rows = 800;
      const filler = "x".repeat(20_000);
      const lines = Array.from({ length: rows }, (_, n) => `TIDAK-ADA-${n};1000;${filler}`);
      const buffer = Buffer.from(`sku;harga;merek\r\n${lines.join("\r\n")}\r\n`);
      expect(buffer.byteLength).toBeGreaterThan(13 * 1024 * 1024);
      const offsets: number[] = [];
      let isCut = false;
      await page.route(/upload\/resumable/, async (route) => {
        const request = route.request();
        if (request.method() === "PATCH") {
          offsets.push(Number(request.headers()["upload-offset"]));
          if (!isCut) {
            isCut = true;
            await context.setOffline(true);
            return route.abort("internetdisconnected");
          }
        }
        return route.continue();
      });
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name: "besar.csv", mimeType: "text/csv", buffer });
      await page.getByRole("button", { name: "Unggah" }).click();
      await page.getByRole("button", { name: "Lanjutkan unggahan" }).waitFor();
      await page.getByText("Unggahan terputus. Coba lagi.").waitFor();
      expect(await asSeed()`select from imports`).toEqual([]);
      await context.setOffline(false);
      await page.getByRole("heading", { name: "besar.csv" }).waitFor();
      // What had arrived was not sent again.
      expect(Math.min(...offsets)).toBeGreaterThan(0);
      const stored = await asSeed()<{ size: number }[]>`
      select (metadata ->> 'size')::bigint as size from storage.objects where bucket_id = ${importBucket}`;
      expect(stored).toEqual([{ size: buffer.byteLength }]);
      await settled(page);
      await page.getByRole("button", { name: "Periksa" }).click();
      await expect
        .poll(
          async () =>
            (
              await asSeed()`
              select count(*)::int as n, count(distinct sku)::int as skus from private.import_rows`
            )[0],
          { timeout: 60_000 },
        )
        .toEqual({ n: rows, skus: rows });
      const [first] = await asSeed()`
      select min(cells -> 'cells' ->> 'merek') = max(cells -> 'cells' ->> 'merek') as same, max(length(cells -> 'cells' ->> 'merek')) as length
      from private.import_rows`;
      expect(first).toEqual({ same: true, length: filler.length });
    },
  );

  test("a customer whom staff imported comes in by forgotten password, and it confirms the address", async () => {
    const office = await chromium.open({ width: 1280 });
    await signIn(office.page, program().url, "admin@etalase.test", "/admin/Imports");
    await settled(office.page);
    const email = "pelanggan-lama@uji.test";
    await office.page.locator('input[type="file"]').setInputFiles({
      name: "pelanggan.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`email;nama\r\n${email};Rina Lama\r\n`),
    });
    await office.page.getByRole("button", { name: "Unggah" }).click();
    await office.page.getByRole("heading", { name: "pelanggan.csv" }).waitFor();
    await settled(office.page);
    await office.page.getByRole("button", { name: "Periksa" }).click();
    await office.page.getByText("1 pelanggan baru").waitFor();
    await office.page.getByRole("button", { name: "Jalankan" }).click();
    const person = async () =>
      (
        await asSeed()<{ confirmed: boolean; has_password: boolean }[]>`
          select email_confirmed_at is not null as confirmed, encrypted_password is not null as has_password
          from auth.users where email = ${email}`
      )[0];
    await proveWithPassword(office.page);
    await expect.poll(person).toEqual({ confirmed: false, has_password: false });

    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/ForgotPassword`);
    await settled(page);
    await page.getByLabel("Email").fill(email);
    await page.locator("main form button[type=submit]").click();
    const mail = async () => {
      const mails = (await (await fetch(`${program().url}/dev/mail.json`)).json()) as Mail[];
      return mails.find(({ to }) => to.includes(email))?.text ?? "";
    };
    await expect.poll(mail).toContain("http");
    const link = /\S+\/ChangeForgotPassword#\S+/.exec(await mail())?.[0] ?? "";
    expect(link).not.toBe("");
    await page.goto(link);
    await settled(page);
    // A mail program that opens links beforehand uses none up.
    await page.getByRole("button", { name: "Masuk", exact: true }).click();
    await page.getByRole("button", { name: "Simpan kata sandi" }).waitFor();
    await page.locator("input[type=password]").fill("kata sandi baru yang panjang");
    await page.getByRole("button", { name: "Simpan kata sandi" }).click();
    await expect.poll(person).toEqual({ confirmed: true, has_password: true });
    await page.goto(`${program().url}/dashboard/Details`);
    expect(await page.getByLabel("Nama lengkap").inputValue()).toBe("Rina Lama");
    expect(complaints).toEqual([]);
  });
});
