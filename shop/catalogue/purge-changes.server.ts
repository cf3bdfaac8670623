import { asShop } from "#db/client.server.ts";

/** Deletes rows of the log of changes that every running process has read or given up on: those of an hour ago. */
export async function purgeChanges(): Promise<void> {
  await asShop()`delete from private.changes where at < now() - interval '1 hour'`;
}
