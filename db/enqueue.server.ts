import type { Json, Sql } from "./client.server.ts";

/**
 * Puts a job in the queue inside the caller's transaction: it runs only if the transaction commits.
 * @param options.key an open job with the same key is replaced, so asking twice runs once
 */
export async function enqueue(
  sql: Sql,
  task: string,
  payload: Record<string, Json>,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> {
  await sql`
    select private.enqueue(${task}, ${sql.json(payload)}::json, ${options.key ?? null},
      coalesce(${options.runAt ?? null}::timestamptz, now()))`;
}
