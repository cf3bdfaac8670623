import type { Json, Sql } from "./client.server.ts";

/**
 * Adds a job inside the caller's transaction: it runs only if the transaction commits.
 * @param options.key replaces an open job with the same key, so that repeated calls run it once
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
