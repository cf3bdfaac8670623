import { asShop } from "./client.server.ts";
import type { PoolSql } from "./driver.server.ts";

/**
 * Listens to a channel of PostgreSQL on a separate connection, which reconnects after a restart of the
 * server.
 * @param onGap called on the first connection and after each reconnection: messages may have been missed
 * before it
 * @returns a function that stops listening
 */
export async function listen(
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  const sql = asShop();
  if (!("listen" in sql)) throw new Error("listening needs a pool");
  const { unlisten } = await (sql as PoolSql).listen(channel, onMessage, onGap);
  return unlisten;
}
