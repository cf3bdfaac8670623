import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { bearerOf } from "#backend/gateway/caller.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import type { Facts } from "../middleware/request-facts.ts";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const answers = new Counter({
  name: "http_answers_total",
  help: "Answers by method and status class",
  labelNames: ["method", "status"],
  registers: [registry],
});
const durations = new Histogram({
  name: "http_answer_seconds",
  help: "Time until the head of the answer",
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

/** @param ms milliseconds until the head of the answer */
export function countAnswer(method: string, status: number, ms: number): void {
  answers.inc({ method, status: `${Math.floor(status / 100)}xx` });
  durations.observe(ms / 1000);
}

/**
 * `/metrics` for Prometheus, with the secret key as `apikey` or as the Bearer. Where a request comes from opens nothing: behind a
 * proxy on this machine that sends no forwarded address, everybody comes from this machine.
 */
export function metricsEndpoint(keys: Keys): Hono<Facts> {
  const endpoint = new Hono<Facts>();
  endpoint.get("/metrics", async (c) => {
    const bearer = bearerOf(c.req.header("authorization"));
    if (!isSecret(keys, c.req.header("apikey") ?? bearer)) {
      return c.json({ error: { code: "not_found", message: "Not found" } }, 404);
    }
    c.header("Content-Type", registry.contentType);
    c.header("Cache-Control", "no-store");
    return c.body(await registry.metrics());
  });
  return endpoint;
}

function isSecret(keys: Keys, given: string | undefined): boolean {
  const right = Buffer.from(keys.secret);
  const asked = Buffer.from(given ?? "");
  return right.length === asked.length && timingSafeEqual(right, asked);
}
