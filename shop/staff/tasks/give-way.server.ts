import { slowness } from "#base/pace.ts";
import { asVisitor } from "#db/client.server.ts";

/** Orders that are placed this many times slower than usual are slowed by the task. */
const slowFrom = 1.2;
/** Milliseconds that a query waits for a connection or the processor on a busy machine. */
const busyMs = 10;
/** The longest rest, as a share of the work before it, and in milliseconds. */
const maxRestShare = 4;
const maxRestMs = 2_000;

/** The name under which placing an order is measured. */
export const placingOrders = "place-order";

/**
 * How long a task rests after a chunk: not at all in a calm shop, and the longer the slower buyers are answered.
 * @param workMs milliseconds of the chunk
 * @param waitMs milliseconds that a query of a visitor took; most of it is waiting for a connection or the processor
 * @param slower how many times slower than usual orders are placed
 */
export function restAfter(workMs: number, waitMs: number, slower: number): number {
  const byWait = waitMs > busyMs ? waitMs / busyMs : 0;
  const byOrders = slower > slowFrom ? slower : 0;
  const times = Math.min(maxRestShare, Math.max(byWait, byOrders));
  return Math.min(maxRestMs, Math.round(workMs * times));
}

/** Rests between two chunks of a task, outside of any transaction, while buyers are answered slowly. */
export async function giveWay(workMs: number): Promise<void> {
  const begun = performance.now();
  // On the storefront's connections: it waits behind its queries.
  await asVisitor()`select`;
  const waitMs = performance.now() - begun;
  const rest = restAfter(workMs, waitMs, slowness(placingOrders));
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
}
