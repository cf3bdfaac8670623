import { createPublicKey, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { seal, unseal } from "#base/seal.ts";
import { secretFor } from "#base/secrets.server.ts";
import type { PoolSql, TransactionSql } from "#db/driver.server.ts";

type Sql = PoolSql | TransactionSql;

export interface StoredDkimKey {
  /** PEM, PKCS 8. */
  readonly privateKey: string;
  /** Base64 of SPKI, as the record has it. */
  readonly publicKey: string;
}

const makePair = promisify(generateKeyPair);

/**
 * The shop's key for signing mails, made once and stored sealed: all processes sign with the same one. A key that other keys
 * of the shop sealed is replaced; mails are not signed until its record is published.
 */
export async function readDkimKey(sql: Sql): Promise<StoredDkimKey> {
  const [stored] = await sql<{ sealed_key: string }[]>`select sealed_key from private.dkim_keys`;
  const known = stored && opened(stored.sealed_key);
  if (known) return known;
  const { privateKey } = await makePair("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const sealed = seal(secretFor("dkim"), Buffer.from(privateKey));
  // Two processes that start at once keep the first one's.
  await sql`
    insert into private.dkim_keys as k (sealed_key) values (${sealed})
    on conflict (only_row) do update set sealed_key = excluded.sealed_key, created_at = now()
    where k.sealed_key = ${stored?.sealed_key ?? null}`;
  const [kept] = await sql<{ sealed_key: string }[]>`select sealed_key from private.dkim_keys`;
  const key = kept && opened(kept.sealed_key);
  if (!key) throw new Error("the key for signing mails cannot be opened");
  return key;
}

function opened(sealed: string): StoredDkimKey | undefined {
  let privateKey: string;
  try {
    privateKey = unseal(secretFor("dkim"), sealed).toString();
  } catch {
    // Sealed with keys that the shop has no more.
    return undefined;
  }
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return { privateKey, publicKey: publicKey.toString("base64") };
}
