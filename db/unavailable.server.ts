import { sqlState } from "./client.server.ts";
import { isConnectionLost } from "./connection-lost.server.ts";

/** Connection, collision with others, resources such as the disk, operator intervention; and a lock that is still held. */
const notNow = /^(08|40|53|57|55P03)/;

/** Whether the very same request may succeed in a moment: nothing is wrong with it, and nothing of it was kept. */
export function isUnavailable(error: unknown): boolean {
  return notNow.test(sqlState(error) ?? "") || isConnectionLost(error);
}

/** Seconds after which it is worth trying again. */
export const unavailableFor = 2;
