import { Hono } from "hono";
import { log } from "#base/log.server.ts";
import { receiveNotification } from "#shop/orders/payments/settlement/receive-notification.server.ts";

/**
 * `POST /webhooks/{provider}`. 2xx only once the effect is stored, so that the provider retries a lost
 * notification; 400, without storing anything, for a request that the provider did not sign.
 */
export function webhookEndpoint(): Hono {
  const endpoint = new Hono();
  endpoint.post("/webhooks/:provider{[a-z]+}", async (c) => {
    const rawBody = new Uint8Array(await c.req.arrayBuffer());
    const outcome = await receiveNotification(c.req.param("provider"), c.req.raw.headers, rawBody);
    if (outcome === "refused") {
      log.warn({ provider: c.req.param("provider") }, "a notification without a valid signature");
      return c.json({ error: { code: "signature_invalid", message: "Not signed" } }, 400);
    }
    return c.json({ received: true });
  });
  return endpoint;
}
