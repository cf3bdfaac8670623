import { createHmac } from "node:crypto";
import { OperatorError } from "#base/errors.ts";
import { asShop } from "#db/client.server.ts";
import type { Keys } from "./keys.server.ts";

/** In the order in which a difference is reported: the pepper is part of every other fingerprint. */
const kinds = ["pepper", "signing", "secret", "publishable"] as const;
export type KeyKind = (typeof kinds)[number];

/** The fingerprints of the keys in use and of those that are still accepted, the newest first. */
export type Fingerprints = Readonly<Record<KeyKind, readonly string[]>>;

const names: Readonly<Record<KeyKind, string>> = {
  pepper: "pepper",
  signing: "signing key",
  secret: "secret key",
  publishable: "publishable key",
};

/** Fingerprints tell keys apart and reveal nothing of them: they are keyed with the pepper. */
export function fingerprintsOf(keys: Keys): Fingerprints {
  const of = (text: string) =>
    createHmac("sha256", keys.pepperKey).update(`fingerprint:${text}`).digest("hex").slice(0, 16);
  const further = (role: "anon" | "service_role") =>
    [...(keys.furtherKeys ?? [])].filter(([, is]) => is === role).map(([key]) => key);
  return {
    pepper: [of("pepper")],
    signing: keys.jwks.keys.map(({ kid }) => of(kid ?? "")),
    secret: [keys.secret, ...further("service_role")].map(of),
    publishable: [keys.publishable, ...further("anon")].map(of),
  };
}

/**
 * Compares the keys of this process with those of the shop, whose fingerprints the database has (docs/why/operations.md). Keys of
 * a rotation become the shop's: they contain the ones before them.
 * @throws OperatorError when another process of this shop has other keys
 */
export async function requireShopKeys(keys: Keys): Promise<void> {
  const own = fingerprintsOf(keys);
  for (const kind of kinds) {
    await asShop()`
      insert into private.key_fingerprints (kind, fingerprint) values (${kind}, ${own[kind][0] ?? ""})
      on conflict (kind) do nothing`;
  }
  const problem = await differingKey(own);
  if (problem !== undefined) throw new OperatorError(problem);
  await acceptKeys(own);
}

/** The sentence that names a key that is not the shop's, and what to do; undefined when all are, or the shop has none yet. */
export async function differingKey(own: Fingerprints): Promise<string | undefined> {
  const theirs = await storedFingerprints();
  const other = kinds.find((kind) => {
    const stored = theirs.get(kind);
    return stored !== undefined && !own[kind].includes(stored);
  });
  if (other === undefined) return undefined;
  return `The ${names[other]} of this process is not the one of the shop in this database: people would be signed out, and links and second factors would fail. Give this process the keys.json (or KEYS) of the others, or of a backup. If those are lost for good, npm run keys -- accept makes these the shop's.`;
}

/** The fingerprints of the shop's keys. */
export async function storedFingerprints(): Promise<ReadonlyMap<KeyKind, string>> {
  const rows = await asShop()<{ kind: KeyKind; fingerprint: string }[]>`
    select kind, fingerprint from private.key_fingerprints`;
  return new Map(rows.map(({ kind, fingerprint }) => [kind, fingerprint]));
}

/** Makes the first of each the shop's. */
export async function acceptKeys(own: Fingerprints): Promise<void> {
  for (const kind of kinds) {
    const newest = own[kind][0] ?? "";
    await asShop()`
      insert into private.key_fingerprints as k (kind, fingerprint) values (${kind}, ${newest})
      on conflict (kind) do update set fingerprint = excluded.fingerprint, changed_at = now()
      where k.fingerprint <> excluded.fingerprint`;
  }
}
