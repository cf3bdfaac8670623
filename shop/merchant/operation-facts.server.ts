import { asShop, type Sql } from "#db/client.server.ts";

/** Facts that the program observes about its own operation. */
export type OperationFact = "backup_made" | "forwarded_header_seen";

export async function noteFact(fact: OperationFact, sql: Sql = asShop()): Promise<void> {
  await sql`
    insert into private.operation_facts (fact) values (${fact})
    on conflict (fact) do update set seen_at = now()`;
}
