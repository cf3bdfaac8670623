import { asShop } from "./client.server.ts";
import type { PoolSql } from "./driver.server.ts";

/**
 * Hears a channel of PostgreSQL on a connection of its own, which comes back by itself after the server restarted.
 * @param onGap is called at first and after each return: messages may have been missed before it
 * @returns how to stop
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
