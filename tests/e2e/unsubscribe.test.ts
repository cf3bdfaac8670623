import { describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
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
      "referrer-policy": "no-referrer",
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
});
