import { readFileSync } from "node:fs";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { temporaryKeys } from "#backend/gateway/keys.server.ts";
import { disconnect } from "#db/client.server.ts";
import { metricsEndpoint } from "#server/endpoints/metrics.ts";
import { countAnswer } from "#server/metrics/answer-metrics.ts";
import type { Facts } from "#server/middleware/request-facts.ts";
import { noteFact } from "#shop/settings/merchant/operation-facts.server.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true });
beforeAll(async () => {
  vi.stubEnv("DATA_DIR", import.meta.dirname);
  await noteFact("backup_made");
  await noteFact("worker_seen");
});
afterAll(() => void vi.unstubAllEnvs());

const root = path.join(import.meta.dirname, "..", "..");
const keys = await temporaryKeys();
const app = new Hono<Facts>().route("/", metricsEndpoint(keys));

async function served(): Promise<string> {
  countAnswer("GET", 500, 12);
  const answer = await app.request("/metrics", { headers: { apikey: keys.secret } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Names of figures in a file's expressions. */
function namesIn(file: string): string[] {
  const text = readFileSync(path.join(root, file), "utf8");
  return [...new Set(text.match(/\b(?:http|shop|nodejs|process)_[a-z0-9_]+\b/g))];
}

test("alerts, dashboard and documents name figures that /metrics serves", async () => {
  const text = await served();
  const known = new Set([...text.matchAll(/^([a-z0-9_]+)(?:\{| )/gm)].map(([, name]) => name));
  for (const file of [
    "deploy/prometheus/alerts.yaml",
    "deploy/grafana/etalase.json",
    "docs/monitoring.md",
  ]) {
    const names = namesIn(file);
    expect(names.length).toBeGreaterThan(5);
    // A histogram is named without the endings of its series.
    const isServed = (name: string) => known.has(name) || known.has(`${name}_bucket`);
    expect({ file, missing: names.filter((name) => !isServed(name)) }).toEqual({
      file,
      missing: [],
    });
  }
});

test("figures of the shop are those of the database, and missing when it does not answer", async () => {
  const text = await served();
  for (const name of [
    "shop_orders_last_hour",
    "shop_messages_waiting",
    "shop_payment_tasks_open",
    "shop_jobs_waiting",
    "shop_jobs_failed",
    "shop_worker_seen_seconds",
    "shop_last_backup_seconds",
    "process_disk_free_bytes",
  ]) {
    expect(text).toMatch(new RegExp(`^${name} \\d+$`, "m"));
  }
  expect(text).toMatch(/^process_database_connections\{pool="shop",state="idle"\} [1-9]/m);
  await disconnect();
  await expect.poll(served).not.toMatch(/^shop_orders_last_hour /m);
});
