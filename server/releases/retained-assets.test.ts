import { Hono } from "hono";
import { expect, test } from "vitest";
import { type ObjectStore, StoreUnavailable } from "#integrations/storage/object-store.ts";
import { failureAnswer } from "../http/failure.ts";
import type { Facts } from "../middleware/request-facts.ts";
import { retainedAssets } from "./retained-assets.ts";

test("an asset of another release is 503 with Retry-After while the store is away, other names are not asked for", async () => {
  const asked: string[] = [];
  const read = async (key: string) => {
    asked.push(key);
    throw new StoreUnavailable("no answer");
  };
  const app = new Hono<Facts>();
  app.onError(failureAnswer);
  app.get("/assets/:name", retainedAssets({ read } as unknown as ObjectStore));
  const answer = await app.request("/assets/other-D1b2c3.js");
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).not.toBeNull();
  expect(await answer.json()).toMatchObject({ error: { code: "temporarily_unavailable" } });
  expect((await app.request("/assets/keys.json")).status).toBe(404);
  expect(asked).toEqual(["releases/other-D1b2c3.js"]);
});
