import { emailAddress } from "#backend/auth/input.ts";
import type { Sql } from "#db/client.server.ts";
import { checkMetadata, createAccount } from "./accounts.server.ts";
import { vouchForContact } from "./confirm-contact.server.ts";
import { hashPassword } from "./passwords.server.ts";
import { findUserByEmail } from "./users.server.ts";

/**
 * A confirmed account, for the seed and for tools: made when it is missing, left alone when it is there.
 * @returns its id
 * @throws AuthError 400 for an address or data that sign-up would refuse too
 */
export async function ensureAccount(
  sql: Sql,
  account: { email: string; password: string; data?: Record<string, unknown> },
): Promise<string> {
  const email = emailAddress(account.email);
  const data = account.data ?? {};
  checkMetadata(data);
  const present = await findUserByEmail(sql, email);
  if (present) return present.id;
  const passwordHash = await hashPassword(account.password);
  const created = await createAccount(sql, {
    contact: { kind: "email", address: email },
    passwordHash,
    data,
  });
  const user = created ?? (await findUserByEmail(sql, email));
  if (!user) throw new Error("the account was removed while it was made");
  return (await vouchForContact(sql, user, "email")).id;
}
