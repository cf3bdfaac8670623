import { Hono } from "hono";
import { expect, test } from "vitest";
import { temporaryKeys } from "#backend/gateway/keys.server.ts";
import { readConfig } from "#base/config.server.ts";
import { healthEndpoints } from "#server/endpoints/health.ts";
import { metricsEndpoint } from "#server/endpoints/metrics.ts";
import type { Facts } from "#server/middleware/request-facts.ts";
import { noteFact } from "#shop/settings/merchant/operation-facts.server.ts";
import { findRisks } from "#shop/settings/merchant/risks.server.ts";
import { minutesWithoutWorker } from "#shop/settings/merchant/worker-presence.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();

const keys = await temporaryKeys();
const app = new Hono<Facts>()
  .route(
    "/",
    healthEndpoints({
      isDraining: () => false,
      jobs: () => undefined,
      disk: async () => undefined,
      storage: async () => undefined,
      withoutWorker: minutesWithoutWorker,
      migrations: [],
    }),
  )
  .route("/", metricsEndpoint(keys));

async function readiness() {
  const answer = await app.request("/readyz");
  const { status, checks } = (await answer.json()) as {
    status: string;
    checks: { worker: string };
  };
  return { code: answer.status, status, worker: checks.worker };
}

async function figure(name: string): Promise<number> {
  const answer = await app.request("/metrics", { headers: { apikey: keys.secret } });
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(await answer.text())?.[1]);
}

const isRisky = async () => (await findRisks(readConfig({}))).includes("no_worker");

test("a missing worker is reported after a job has waited for minutes, until a worker runs", async () => {
  const ready = { code: 200, status: "ready", worker: "ok" };
  await asSeed()`select private.enqueue('send-mail', run_at => now() - interval '4 minutes')`;
  expect(await readiness()).toEqual(ready);

  await asSeed()`select private.enqueue('send-mail', run_at => now() - interval '7 minutes')`;
  expect(await readiness()).toEqual({
    code: 200,
    status: "without_worker",
    worker: "no worker, jobs wait for 7 minutes",
  });
  expect(await isRisky()).toBe(true);
  expect(await figure("shop_jobs_waiting")).toBe(2);
  expect(await figure("shop_oldest_job_seconds")).toBeGreaterThanOrEqual(420);
  expect(await figure("shop_worker_seen_seconds")).toBeNaN();

  await noteFact("worker_seen");
  expect(await readiness()).toEqual(ready);
  expect(await isRisky()).toBe(false);
  await asSeed()`update private.operation_facts set seen_at = now() - interval '6 minutes'`;
  expect((await readiness()).status).toBe("without_worker");
});
