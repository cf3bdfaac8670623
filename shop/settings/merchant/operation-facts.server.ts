import { asShop, type Sql } from "#db/client.server.ts";

/** Facts about the program's own operation: observed, or shared by all of its processes. */
export type OperationFact =
  | "backup_made"
  | "forwarded_header_seen"
  | "public_url"
  | "maintenance"
  | "worker_seen";

export async function noteFact(
  fact: OperationFact,
  sql: Sql = asShop(),
  value = "",
): Promise<void> {
  await sql`
    insert into private.operation_facts (fact, value) values (${fact}, ${value})
    on conflict (fact) do update set seen_at = now(), value = excluded.value`;
}

/** @returns its value and time; undefined when it was never noted, or removed */
export async function findFact(
  fact: OperationFact,
): Promise<{ readonly value: string; readonly seen_at: Date } | undefined> {
  const [row] = await asShop()<{ value: string; seen_at: Date }[]>`
    select value, seen_at from private.operation_facts where fact = ${fact}`;
  return row;
}

export async function removeFact(fact: OperationFact): Promise<void> {
  await asShop()`delete from private.operation_facts where fact = ${fact}`;
}
