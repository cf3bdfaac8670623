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

test("without the database /readyz/traffic is 200 and /readyz is 503", async () => {
  expect(await statusOf("/readyz")).toBe(503);
  expect(await statusOf("/readyz/traffic")).toBe(200);
});

test("while the process stops, /readyz/traffic is 503", async () => {
  expect(await statusOf("/readyz/traffic", { ...parts, isDraining: () => true })).toBe(503);
});
