import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

describe.runIf(hasBrowser)("what a customer tells about themselves", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  /** Mails leave the queue a moment after the page's response. */
  const mailsTo = async (address: string, count: number): Promise<Mail[]> => {
    const read = async () => {
      const mails = (await (await fetch(`${program().url}/dev/mail.json`)).json()) as Mail[];
      return mails.filter(({ to }) => to === address);
    };
    await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBe(count);
    return read();
  };

  test("the first sign-in asks for a name once, then leads to the requested page", async () => {
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/Auth?mode=signup&next=%2Fdashboard%2FAddress`);
    await page.getByLabel("Email").fill("siti@contoh.test");
    await page.getByRole("button", { name: "Kirim kode" }).click();
    await page.getByLabel("Kode 6 angka").waitFor();
    const [mail] = await mailsTo("siti@contoh.test", 1);
    const code = /\b(\d{6})\b/.exec(mail?.text ?? "")?.[1] ?? "";
    await page.getByLabel("Kode 6 angka").fill(code);
    await page.waitForURL(/\/SetDetails/);

    await page.getByLabel("Nomor HP").fill("123");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByText("Isi nama Anda.").waitFor();
    await page.getByText("Tulis nomor HP Indonesia, misalnya 0812-3456-7890.").waitFor();
    await page.getByLabel("Nama lengkap").fill("Siti Aminah");
    await page.getByLabel("Nomor HP").fill("+62 812 3456 7890");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.waitForURL(/\/dashboard\/Address$/);

    // A stored name is not asked for again, and appears in the details.
    await page.goto(`${program().url}/SetDetails?next=%2Fdashboard%2FDetails`);
    await page.waitForURL(/\/dashboard\/Details$/);
    expect(await page.getByLabel("Nama lengkap").inputValue()).toBe("Siti Aminah");
    expect(await page.getByLabel("Nomor HP").inputValue()).toBe("0812-3456-7890");
    const isHeld = () =>
      page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await isHeld()).toBe(false);
    await page.getByLabel("Nama lengkap").fill("Siti A.");
    // The field has not been left. The page may hydrate only now.
    await expect.poll(isHeld).toBe(true);
    await page.getByLabel("Bahasa email").selectOption("en");
    await page.getByRole("button", { name: "Simpan" }).click();
    await page.getByText("Data diri sudah disimpan.").waitFor();
    await page.reload();
    expect(await page.getByLabel("Nama lengkap").inputValue()).toBe("Siti A.");
    expect(await page.getByLabel("Bahasa email").inputValue()).toBe("en");
    expect(complaints).toEqual([]);
  });

  test("a new email counts once the links in both mails have been opened", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "customer@etalase.test", "/dashboard/Details");
    await page.getByRole("button", { name: "Ganti email" }).click();
    await page.getByLabel("Email baru").fill("bukan alamat");
    await page.getByRole("button", { name: "Kirim tautan" }).click();
    await page.getByText(/Email ini belum lengkap/).waitFor();
    await page.getByLabel("Email baru").fill("rani.baru@contoh.test");
    await page.getByRole("button", { name: "Kirim tautan" }).click();
    await page.getByText(/Kami mengirim tautan ke customer@etalase\.test/).waitFor();

    const mails = [
      ...(await mailsTo("customer@etalase.test", 1)),
      ...(await mailsTo("rani.baru@contoh.test", 1)),
    ];
    for (const [index, mail] of mails.entries()) {
      const link = /https?:\/\/\S+token_hash=\S+/.exec(mail.text)?.[0] ?? "";
      // A program that scans mails opens the link; this confirms nothing.
      expect((await fetch(link)).status).toBe(200);
      await page.goto(link);
      await page.getByRole("button", { name: "Setujui perubahan" }).click();
      if (index === 0) await page.getByText(/Persetujuan ini sudah dicatat/).waitFor();
    }
    await page.waitForURL(/\/dashboard\/Details$/);
    await page.locator("main").getByText("rani.baru@contoh.test").first().waitFor();
    expect(complaints).toEqual([]);
  });

  test("a number to sign in with counts once the owner and the number have agreed", async () => {
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "staff@etalase.test", "/dashboard/Details");
    await page.getByRole("button", { name: "Tambah nomor" }).click();
    await page.getByLabel("Kata sandi Anda").fill("etalase-demo-2026");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByLabel("Nomor baru").fill("0812 7000 4444");
    await page.getByRole("button", { name: "Kirim kode" }).click();
    const [sms] = await mailsTo("+6281270004444", 1);
    await page.getByLabel("Kode 6 angka").fill(/\d{6}/.exec(sms?.text ?? "")?.[0] ?? "");
    await page.getByText("Nomor ini sekarang bisa dipakai untuk masuk.").waitFor();
    await page.getByText("0812-7000-4444").waitFor();

    const other = await chromium.open();
    await signIn(other.page, program().url, "+62 812-7000-4444", "/dashboard");
    expect([...complaints, ...other.complaints]).toEqual([]);
  });
});
