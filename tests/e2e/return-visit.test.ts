import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser, signInByScreens, useChromium } from "#tests/support/browser/browser.ts";
import { tabTo } from "#tests/support/browser/keyboard.ts";
import { makeAccount, password } from "#tests/support/builders/account.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

async function addMug(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/item/mug-ngopi-dulu`);
  await page
    .getByRole("button", { name: /keranjang/ })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
}

/** The cart as the device stores it. */
function linesOf(page: Page): Promise<{ variant_id: string; quantity: number }[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "{}").state?.lines ?? []);
}

describe.runIf(hasBrowser)("coming back", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program, messagesTo, codeTo } = useProgram();

  test("a cart filled on the phone appears on the laptop after a reload and stays at the account after sign-out", async () => {
    const email = "kembali@contoh.test";
    const id = await makeAccount(email, "Kembali");
    const saved = async () =>
      (await asSeed()`select lines from private.saved_carts where customer_id = ${id}`)[0];
    const laptop = await chromium.open({ width: 1280 });
    await addMug(laptop.page, program().url);
    const [mug] = await linesOf(laptop.page);
    await signInByScreens(laptop.page, program().url, email, "/dashboard");
    // Signing in keeps the cart.
    await expect.poll(saved).toEqual({ lines: [mug] });
    expect(await linesOf(laptop.page)).toEqual([mug]);

    const phone = await chromium.open();
    await signInByScreens(phone.page, program().url, email, "/dashboard");
    expect(await linesOf(phone.page)).toEqual([mug]);
    await addMug(phone.page, program().url);
    await expect.poll(saved).toEqual({ lines: [{ ...mug, quantity: 2 }] });
    await laptop.page.goto(`${program().url}/Cart`);
    await expect.poll(() => linesOf(laptop.page)).toEqual([{ ...mug, quantity: 2 }]);
    await laptop.page.getByText("Mug Ngopi Dulu").first().waitFor();

    // Both devices change the cart while one is offline.
    await phone.page.route("**/dashboard/Cart", (route) => route.abort());
    await addMug(phone.page, program().url);
    await expect.poll(() => linesOf(phone.page)).toEqual([{ ...mug, quantity: 3 }]);
    await addMug(laptop.page, program().url);
    await expect.poll(saved).toEqual({ lines: [{ ...mug, quantity: 3 }] });
    await phone.page.unroute("**/dashboard/Cart");
    await phone.page.reload();
    await expect.poll(() => linesOf(phone.page)).toEqual([{ ...mug, quantity: 4 }]);
    await expect.poll(saved).toEqual({ lines: [{ ...mug, quantity: 4 }] });

    await laptop.page.goto(`${program().url}/dashboard`);
    await laptop.page.getByRole("button", { name: "Keluar", exact: true }).click();
    await laptop.page.waitForURL(`${program().url}/`);
    expect(await linesOf(laptop.page)).toEqual([]);
    expect(await saved()).toEqual({ lines: [{ ...mug, quantity: 4 }] });
    expect(laptop.complaints).toEqual([]);
  });

  test("a lost password is replaced by keyboard alone, and sessions of the old one end", async () => {
    const email = "lupa@contoh.test";
    const id = await makeAccount(email, "Lupa");
    const elsewhere = await chromium.open();
    await signInByScreens(elsewhere.page, program().url, email);
    const before = await asSeed()<{ encrypted_password: string }[]>`
      select encrypted_password from auth.users where id = ${id}`;

    const { page, complaints } = await chromium.open({ width: 1280 });
    await page.goto(`${program().url}/Auth`);
    await tabTo(page, "textbox", "Email atau nomor HP");
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await tabTo(page, "textbox", "Kata sandi");
    await page.keyboard.type("sudah lupa sekali");
    await page.keyboard.press("Enter");
    await page.getByText(/tidak cocok/).waitFor();
    await tabTo(page, "link", "Lupa kata sandi?");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/ForgotPassword$/);
    // The typed address is passed on.
    await expect.poll(() => page.getByLabel("Email atau nomor HP").inputValue()).toBe(email);
    await tabTo(page, "button", "Kirim kode");
    await page.keyboard.press("Enter");
    await page.getByLabel("Kode 6 angka").waitFor();
    await page.keyboard.type(await codeTo(email, 1));
    await page.waitForURL(/\/ChangeForgotPassword$/);
    await tabTo(page, "textbox", "Kata sandi baru");
    await page.keyboard.type("rahasia");
    await page.keyboard.press("Enter");
    await page.getByText(/Terlalu pendek|mudah ditebak|terlalu umum/).waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("nota baru empat lembar");
    await page.keyboard.press("Enter");
    await page.getByText("Kata sandi sudah diganti.").waitFor();

    const after = await asSeed()<{ encrypted_password: string }[]>`
      select encrypted_password from auth.users where id = ${id}`;
    expect(after[0]?.encrypted_password).not.toBe(before[0]?.encrypted_password);
    expect(await asSeed()`select 1 from auth.sessions where user_id = ${id}`).toHaveLength(1);
    await elsewhere.page.goto(`${program().url}/dashboard`);
    await elsewhere.page.waitForURL(/\/Auth/);
    await elsewhere.page.getByLabel("Email atau nomor HP").fill(email);
    await elsewhere.page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await elsewhere.page.getByLabel("Kata sandi", { exact: true }).fill(password);
    await elsewhere.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await elsewhere.page.getByText(/tidak cocok/).waitFor();
    await elsewhere.page.getByLabel("Kata sandi", { exact: true }).fill("nota baru empat lembar");
    await elsewhere.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await elsewhere.page.waitForURL(/\/dashboard$/);
    expect(await messagesTo(email, 2)).toHaveLength(2);
    expect([...complaints, ...elsewhere.complaints]).toEqual([]);
  });

  test("the recovery link needs a press as well", async () => {
    const email = "tautan@contoh.test";
    await makeAccount(email, "Tautan");
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/en/ForgotPassword`);
    await page.getByLabel("Email or phone number").fill(email);
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByLabel("6-digit code").waitFor();
    const [mail] = await messagesTo(email, 1);
    const link = /https?:\/\/\S+token_hash=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    expect(new URL(link).pathname).toBe("/en/ChangeForgotPassword");
    await fetch(link);
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("New password").fill("four sheets of carbon paper");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Your password has been changed.").waitFor();
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("This link was used or has expired. Ask for a new one.").waitFor();
    expect(complaints).toEqual([]);
  });
});
