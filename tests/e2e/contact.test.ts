import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { captchaFor } from "#tests/support/browser/captcha.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

describe.runIf(hasBrowser)("writing to the shop", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  const mailsTo = async (address: string, count: number): Promise<Mail[]> => {
    const read = async () => {
      const mails = (await (await fetch(`${program().url}/dev/mail.json`)).json()) as Mail[];
      return mails.filter(({ to }) => to === address);
    };
    await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBe(count);
    return read();
  };
  const post = (fields: Record<string, string>) =>
    fetch(`${program().url}/Contact`, {
      method: "POST",
      headers: { Origin: program().url },
      body: new URLSearchParams(fields),
    });

  test("a visitor writes, staff answer from the back office, and each gets their mail", async () => {
    const visitor = await chromium.open();
    const { page } = visitor;
    await page.goto(`${program().url}/Contact`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Kirim pesan" }).click();
    await page.getByText("Perbaiki bagian bertanda merah").waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "name");
    await page.getByLabel("Nama").fill("Rina <b>Ayu</b>");
    await page.getByLabel("Email").fill("rina@contoh.test");
    await page.getByLabel("Perihal").selectOption("product");
    await page
      .getByLabel("Pesan", { exact: true })
      .fill("Tahan mesin cuci?\n<script>alert(1)</script>");
    await page.getByRole("button", { name: "Kirim pesan" }).click();
    await page.getByText("Pesan Anda sudah sampai").waitFor();
    const [receipt] = await mailsTo("rina@contoh.test", 1);
    expect(receipt?.text).not.toContain("mesin cuci");
    const [notice] = await mailsTo("halo@etalase.test", 1);
    expect(notice?.text).toContain("Tahan mesin cuci?");

    const staff = await chromium.open({ width: 1280 });
    await signIn(staff.page, program().url, "staff@etalase.test", "/admin/Enquiries");
    await staff.page.getByText("1 pesan").waitFor();
    await staff.page.getByText("Rina <b>Ayu</b>").waitFor();
    await staff.page.getByRole("link", { name: "1001" }).click();
    await staff.page.getByText("<script>alert(1)</script>").waitFor();
    await staff.page.getByRole("button", { name: "Kirim jawaban" }).click();
    await staff.page.getByText("Tulis jawabannya dulu.").waitFor();
    await staff.page.getByLabel(/Jawaban untuk/).fill("Tahan, sampai 60 derajat.");
    await staff.page.getByRole("button", { name: "Kirim jawaban" }).click();
    await staff.page.getByText("Jawaban terkirim.").waitFor();
    await staff.page.getByText("Dijawab").waitFor();
    const mails = await mailsTo("rina@contoh.test", 2);
    expect(mails.map(({ text }) => text).join()).toContain("Tahan, sampai 60 derajat.");
    await staff.page.getByRole("button", { name: "Tutup" }).click();
    await staff.page.getByText("Ditutup", { exact: true }).waitFor();
    expect([...visitor.complaints, ...staff.complaints]).toEqual([]);
  });

  test("without scripts the page says what is missing and keeps what was typed", async () => {
    const fields = {
      name: "Budi",
      email: "budi@contoh.test",
      topic: "order",
      message: "Di mana pesanan saya?",
    };
    const refused = await post(fields);
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain("memerlukan JavaScript");
    expect(html).toContain("Di mana pesanan saya?</textarea>");
    expect(html).toContain('value="budi@contoh.test"');

    // A browser without scripts cannot solve the captcha; a solved one is accepted from any client.
    const captcha = await captchaFor(program().url, "contact");
    const sent = await post({ ...fields, captcha });
    expect(sent.status).toBe(200);
    expect(await sent.text()).toContain("Pesan Anda sudah sampai");
    // Reloading the answer sends the same words again.
    expect((await post({ ...fields, captcha })).status).toBe(200);
    await mailsTo("budi@contoh.test", 1);
    expect((await post({ ...fields, message: "Lain", captcha })).status).toBe(422);
  });
});
