import type { Page } from "playwright-core";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** The password of the demo accounts, and of those that `makeAccount` makes. */
export const password = "etalase-demo-2026";

/** A confirmed account with a name and an address. @returns its id */
export async function makeAccount(email: string, name: string): Promise<string> {
  const [user] = await asSeed()<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at, encrypted_password, raw_user_meta_data)
    select ${email}, now(), encrypted_password, jsonb_build_object('full_name', ${name}::text)
    from auth.users where email = 'customer@etalase.test' returning id`;
  const id = user?.id ?? "";
  await asSeed()`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${id}, ${id}, jsonb_build_object('sub', ${id}::text, 'email', ${email}::text), 'email')`;
  await asSeed()`
    insert into addresses (customer_id, recipient, phone, region_code, postal_code, street)
    values (${id}, ${name}, '+6281234567890', '3273191001', '40111', 'Jl. Braga 1')`;
  return id;
}

export async function enrolApp(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Tambah aplikasi" }).click();
  await page.getByLabel("Nama", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Lanjut", exact: true }).click();
  await page.getByRole("img", { name: "Kode QR untuk aplikasi autentikasi" }).waitFor();
  const secret = ((await page.locator("code").textContent()) ?? "").trim();
  await page.getByLabel("Kode 6 angka dari aplikasi").fill(authenticatorCode(secret));
  await page.getByText(name, { exact: true }).waitFor();
  return secret;
}

export async function toSecondStep(page: Page, url: string, email: string, next: string) {
  await page.goto(`${url}/Auth?next=${encodeURIComponent(next)}`);
  await page.getByLabel("Email atau nomor HP").fill(email);
  await page.getByRole("button", { name: "Lanjut", exact: true }).click();
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
  await page.getByRole("heading", { name: "Verifikasi 2 langkah" }).waitFor();
}
