import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";

/** Marks the cart as active, which postpones its reminder (business rule 9). An error is only logged, so pricing still succeeds. */
export async function touchCart(actor: Actor): Promise<void> {
  if (actor.kind !== "person") return;
  try {
    await asShop()`update private.saved_carts set active_at = now() where customer_id = ${actor.id}`;
  } catch (error) {
    log.warn({ err: error }, "cannot mark a cart as active");
  }
}
