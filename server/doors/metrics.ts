import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
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

/** `/metrics` for Prometheus: from this machine, or with the secret key. */
export function metricsDoor(keys: Keys): Hono<Facts> {
  const door = new Hono<Facts>();
  door.get("/metrics", async (c) => {
    const isLocal = /^(::1|(::ffff:)?127\.)/.test(c.get("clientAddress"));
    const isForwarded = c.req.header("x-forwarded-for") !== undefined;
    if (!(isLocal && !isForwarded) && !isSecret(keys, c.req.header("apikey"))) {
      return c.json({ error: { code: "not_found", message: "Not found" } }, 404);
    }
    c.header("Content-Type", registry.contentType);
    return c.body(await registry.metrics());
  });
  return door;
}

function isSecret(keys: Keys, given: string | undefined): boolean {
  const right = Buffer.from(keys.secret);
  const asked = Buffer.from(given ?? "");
  return right.length === asked.length && timingSafeEqual(right, asked);
}
