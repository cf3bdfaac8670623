import type { PoolSql, TransactionSql } from "#db/driver.server.ts";

type Sql = PoolSql | TransactionSql;

/** A message that was rejected permanently, or failed too often. */
export interface ParkedMessage {
  readonly id: string;
  readonly kind: "email" | "sms";
  readonly to: string;
  readonly subject: string;
  readonly attempts: number;
  /** The last error of the mail server or SMS gateway. */
  readonly reason: string;
  readonly created_at: Date;
}

/** Newest first, at most a hundred. */
export function listParked(sql: Sql): Promise<ParkedMessage[]> {
  return sql<ParkedMessage[]>`
    select id, kind, recipient as "to", subject, attempts, coalesce(last_error, '') as reason, created_at
    from private.outbox where status = 'parked' order by created_at desc, id limit 100`;
}

/**
 * Queues a parked message again with all its tries.
 * @returns false when it is not parked
 */
export async function releaseParked(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql`
    with released as (
      update private.outbox set status = 'queued', attempts = 0 where id = ${id} and status = 'parked' returning id
    )
    select id, private.enqueue('deliver-mail', json_build_object('id', id), 'mail:' || id) from released`;
  return row !== undefined;
}
