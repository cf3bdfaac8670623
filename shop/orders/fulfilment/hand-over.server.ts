import type { Result } from "#base/result.ts";
import type { Person } from "#shop/kernel/access.ts";
import { confirmReceived, type FulfilProblem, readyForPickup } from "./fulfil-order.server.ts";

/**
 * Staff: records that the buyer has picked up all pieces of a paid pickup order at the counter. A repeated call changes
 * nothing; after a crash between the two steps, it does the second.
 */
export async function handOver(
  actor: Person,
  orderId: string,
): Promise<Result<{ order_id: string }, FulfilProblem>> {
  const ready = await readyForPickup(actor, { order_id: orderId });
  const received = await confirmReceived(actor, orderId);
  return ready.ok || received.ok ? received : ready;
}
