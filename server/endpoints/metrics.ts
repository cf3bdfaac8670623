import { Hono } from "hono";
import { bearerOf, roleOfKey } from "#backend/gateway/caller.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { registry } from "#server/metrics/answer-metrics.ts";
import "#server/metrics/process-metrics.ts";
import "#server/metrics/shop-metrics.ts";
import type { Facts } from "../middleware/request-facts.ts";

/**
 * `/metrics` for Prometheus, with the secret key as `apikey` or as the Bearer. The client address grants no
 * access: behind a local proxy without forwarded addresses, every request comes from this machine.
 */
export function metricsEndpoint(keys: Keys): Hono<Facts> {
  const endpoint = new Hono<Facts>();
  endpoint.get("/metrics", async (c) => {
    const bearer = bearerOf(c.req.header("authorization"));
    const given = c.req.header("apikey") ?? bearer ?? "";
    if ((await roleOfKey(keys, given)) !== "service_role") {
      return c.json({ error: { code: "not_found", message: "Not found" } }, 404);
    }
    c.header("Content-Type", registry.contentType);
    c.header("Cache-Control", "no-store");
    return c.body(await registry.metrics());
  });
  return endpoint;
}
