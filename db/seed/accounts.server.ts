import { hash } from "@node-rs/bcrypt";
import type { TransactionSql } from "../driver.server.ts";
import { seedId } from "./deterministic.ts";

export const cost = 10;

/** The same for every demo account, except in production; the program prints it at start. */
export const demoPassword = "etalase-demo-2026";

export const demoAccounts = [
  { email: "customer@etalase.test", name: "Rani Puspita", role: "CUSTOMER" },
  { email: "staff@etalase.test", name: "Bagas Pratama", role: "USER" },
  { email: "admin@etalase.test", name: "Sari Wulandari", role: "ADMIN" },
] as const;

export function accountId(email: string): string {
  return seedId(`account:${email}`);
}

/** Passwords by address; other accounts have the public one. */
export type DemoPasswords = ReadonlyMap<string, string>;

/** The demo accounts, confirmed, and an address for the customer. */
export async function seedAccounts(sql: TransactionSql, passwords: DemoPasswords): Promise<void> {
  for (const account of demoAccounts) {
    const password = passwords.get(account.email) ?? demoPassword;
    await insertAccount(sql, account.email, account.name, await hash(password, { cost }));
    await sql`
      update public.profiles set role = ${account.role}, staff_role = 'sales' where id = ${accountId(account.email)}`;
  }
  // No mails to demo staff, because their mailboxes do not exist.
  await sql`
    insert into private.staff_preferences (person_id, mailed)
    select id, '{}' from public.profiles where role in ('USER', 'ADMIN')`;
  const customer = accountId("customer@etalase.test");
  await sql`update public.profiles set phone = '+6281220264800' where id = ${customer}`;
  // Braga, Sumur Bandung, Kota Bandung
  await sql`
    insert into public.addresses
      (id, customer_id, label, recipient, phone, region_code, postal_code, street, landmark, is_default)
    select ${seedId("address:customer")}, ${customer}, 'home', 'Rani Puspita', '+6281220264800', code,
      coalesce(postal_code, '40111'), 'Jl. Naripan No. 12, RT 03/RW 05', 'Pagar hijau di seberang apotek', true
    from public.regions
    where full_name like 'Braga, Sumur Bandung, Kota Bandung,%'
    limit 1`;
}

/** @param encrypted bcrypt hash; empty for people who never sign in */
export async function insertAccount(
  sql: TransactionSql,
  email: string,
  name: string,
  encrypted: string,
): Promise<string> {
  const id = accountId(email);
  const metadata = { sub: id, email, email_verified: true, phone_verified: false, full_name: name };
  await sql`
    insert into auth.users ${sql({
      id,
      email,
      encrypted_password: encrypted || null,
      email_confirmed_at: "2025-10-01T00:00:00Z",
      raw_app_meta_data: sql.json({ provider: "email", providers: ["email"] }),
      raw_user_meta_data: sql.json(metadata),
      created_at: "2025-10-01T00:00:00Z",
    })}`;
  await sql`
    insert into auth.identities ${sql({
      id: seedId(`identity:${email}`),
      provider_id: id,
      user_id: id,
      identity_data: sql.json(metadata),
      provider: "email",
    })}`;
  return id;
}
