import { sqlState } from "./client.server.ts";
import { isConnectionLost } from "./connection-lost.server.ts";

/**
 * Connection failures, conflicts with other transactions, resources such as the disk, operator intervention,
 * and lock timeouts.
 */
const notNow = /^(08|40|53|57|55P03)/;

/** This process has no file handles left for a connection or a file. */
function isOutOfHandles(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "EMFILE" || code === "ENFILE";
}

/** Whether the same request may succeed in a moment: the request is valid and none of it was stored. */
export function isUnavailable(error: unknown): boolean {
  return notNow.test(sqlState(error) ?? "") || isConnectionLost(error) || isOutOfHandles(error);
}

/** Seconds after which a retry makes sense. */
export const unavailableFor = 2;
