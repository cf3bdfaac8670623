import { expect, test } from "vitest";
import { type Health, healthEndpoints } from "./health.ts";

const parts: Health = {
  isDraining: () => false,
  jobs: () => undefined,
  disk: async () => undefined,
  storage: async () => undefined,
  withoutWorker: async () => undefined,
  migrations: [],
};
const statusOf = async (path: string, health: Health = parts) =>
  (await healthEndpoints(health).request(path)).status;

test("without the database a process takes traffic and says that it is not ready", async () => {
  expect(await statusOf("/readyz")).toBe(503);
  expect(await statusOf("/readyz/traffic")).toBe(200);
});

test("a process that stops takes no traffic", async () => {
  expect(await statusOf("/readyz/traffic", { ...parts, isDraining: () => true })).toBe(503);
});
