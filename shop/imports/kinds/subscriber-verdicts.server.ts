import type { Sql } from "#db/client.server.ts";
import { hashesOf } from "#shop/consent/address-hash.server.ts";
import type { Subscription } from "./read-subscriber.ts";

/** An address and the topics that are asked about. */
interface Asked {
  readonly email: string;
  readonly wanted: readonly Pick<Subscription, "topic">[];
}

/** Names a topic of an address. */
export const pairOf = (email: string, topic: string) => `${email} ${topic}`;

/** What the shop says to each topic of each address, by `pairOf`. */
export async function verdictsOf(
  sql: Sql,
  addresses: readonly Asked[],
): Promise<ReadonlyMap<string, string>> {
  const asked = addresses.flatMap(({ email, wanted }) => {
    const { emailHash, mailboxHash } = hashesOf(email);
    const hashes = { email_hash: emailHash.toString("hex"), mailbox: mailboxHash.toString("hex") };
    return wanted.map(({ topic }) => ({ email, topic, ...hashes }));
  });
  const rows = await sql<{ email: string; topic: string; verdict: string }[]>`
    select email, topic, verdict from private.import_verdicts(${sql.json(asked)})`;
  return new Map(rows.map(({ email, topic, verdict }) => [pairOf(email, topic), verdict]));
}
