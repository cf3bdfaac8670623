import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/bcrypt";
import { openPostgres, type TransactionSql } from "../driver.server.ts";
import { cost, type DemoPasswords, demoAccounts, demoPassword } from "./accounts.server.ts";

/* Demo accounts outside of a demonstration: the README publishes their password. */

const emails = demoAccounts.map(({ email }) => email);

/** One for each demo account, 96 random bits. */
export function randomDemoPasswords(): DemoPasswords {
  return new Map(emails.map((email) => [email, randomBytes(12).toString("base64url")]));
}

/** @returns addresses of demo accounts that still have the public password */
export function findPublicPasswords(url: string): Promise<string[]> {
  return withAccounts(url, async (_, accounts) => {
    const isOpen = await Promise.all(
      accounts.map(
        ({ encrypted_password }) =>
          encrypted_password !== null && verify(demoPassword, encrypted_password),
      ),
    );
    return accounts.filter((_, index) => isOpen[index]).map(({ email }) => email);
  });
}

/**
 * Gives the existing demo accounts new passwords and signs them out everywhere.
 * @returns the passwords, which are stored nowhere else
 */
export function renewDemoPasswords(url: string): Promise<DemoPasswords> {
  return withAccounts(url, async (sql, accounts) => {
    const all = randomDemoPasswords();
    const renewed = new Map<string, string>();
    for (const { id, email } of accounts) {
      const password = all.get(email);
      if (password === undefined) continue;
      await sql`
        update auth.users set encrypted_password = ${await hash(password, { cost })} where id = ${id}`;
      await sql`delete from auth.sessions where user_id = ${id}`;
      renewed.set(email, password);
    }
    return renewed;
  });
}

/**
 * Deletes the demo accounts as a person's own deletion does: orders stay, without a name.
 * @returns their addresses
 */
export function removeDemoAccounts(url: string): Promise<string[]> {
  return withAccounts(url, async (sql, accounts) => {
    for (const { id } of accounts) await sql`select private.erase_person(${id})`;
    return accounts.map(({ email }) => email);
  });
}

interface Account {
  readonly id: string;
  readonly email: string;
  readonly encrypted_password: string | null;
}

async function withAccounts<T>(
  url: string,
  work: (sql: TransactionSql, accounts: readonly Account[]) => Promise<T>,
): Promise<T> {
  const sql = openPostgres(url, {
    max: 1,
    connection: { search_path: "public, extensions" },
  });
  try {
    // The cast restores the type that the driver widens.
    return (await sql.begin(async (tx) => {
      const accounts = await tx<Account[]>`
        select id, email, encrypted_password from auth.users
        where email in ${tx(emails)} and deleted_at is null order by email for update`;
      return work(tx, accounts);
    })) as T;
  } finally {
    await sql.end();
  }
}
