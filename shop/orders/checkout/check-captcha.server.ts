import { config } from "#base/config.server.ts";
import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import { verifyCaptcha } from "#integrations/captcha/captcha.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { PlaceOrderInput } from "./checkout.ts";
import type { PlaceOrderContext } from "./write-order.server.ts";

/**
 * Whether an order passes the captcha: always where the shop requires none (`AUTH_CAPTCHA`), and for an order that
 * exists under the same key, whose token was used for it. While the captcha's service is unavailable, orders pass: they
 * are limited by account, address and network anyway (docs/why/orders.md).
 */
export async function passesCaptcha(
  actor: Person,
  input: PlaceOrderInput,
  { idempotencyKey, network }: PlaceOrderContext,
): Promise<boolean> {
  if (!config().auth.captcha) return true;
  const [placed] = await asShop()`
    select from orders where customer_id = ${actor.id} and idempotency_key = ${idempotencyKey}`;
  if (placed) return true;
  const reasons = await verifyCaptcha("place_order", input.captcha_token ?? "", {
    ip: network ?? "",
  });
  if (!reasons) return true;
  if (!reasons.includes("captcha-unavailable")) return false;
  log.warn("the captcha's service could not be asked; an order is taken without it");
  return true;
}
