import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryKeys } from "#backend/gateway/keys.server.ts";
import { addressBehind } from "#base/client-address.ts";
import { type Facts, requestFacts } from "../middleware/request-facts.ts";
import { metricsEndpoint } from "./metrics.ts";

const keys = await temporaryKeys();
// As in the program: the client address is set.
const app = new Hono<Facts>()
  .use(requestFacts(addressBehind([])))
  .route("/", metricsEndpoint(keys));
let server: ReturnType<typeof serve>;
let address = "";
beforeAll(async () => {
  server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
});
afterAll(() => void server.close());

test("metrics need the secret key, also from localhost", async () => {
  const statusOf = async (headers: Record<string, string>) =>
    (await fetch(address, { headers })).status;
  expect(await statusOf({})).toBe(404);
  expect(await statusOf({ apikey: keys.publishable })).toBe(404);
  expect(await statusOf({ authorization: "Bearer wrong" })).toBe(404);
  expect(await statusOf({ "x-forwarded-for": "127.0.0.1" })).toBe(404);

  const answer = await fetch(address, { headers: { authorization: `Bearer ${keys.secret}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toContain("process_resident_memory_bytes");
  expect(await statusOf({ apikey: keys.secret })).toBe(200);
});
