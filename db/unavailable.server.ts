import { sqlState } from "./client.server.ts";
import { isConnectionLost } from "./connection-lost.server.ts";

/** Connection, collision with others, resources such as the disk, operator intervention; and a lock that is still held. */
const notNow = /^(08|40|53|57|55P03)/;

/** This process has no file handles left: a connection or a file that could not be opened. */
function isOutOfHandles(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "EMFILE" || code === "ENFILE";
}

/** Whether the very same request may succeed in a moment: nothing is wrong with it, and nothing of it was kept. */
export function isUnavailable(error: unknown): boolean {
  return notNow.test(sqlState(error) ?? "") || isConnectionLost(error) || isOutOfHandles(error);
}

/** Seconds after which it is worth trying again. */
export const unavailableFor = 2;
