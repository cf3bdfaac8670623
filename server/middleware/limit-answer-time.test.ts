import { Hono } from "hono";
import { expect, test } from "vitest";
import { failureAnswer } from "../http/failure.ts";
import { limitAnswerTime } from "./limit-answer-time.ts";
import type { Facts } from "./request-facts.ts";

test("R26: a request queued too long answers Retry-After; files and functions have own limits", async () => {
  const app = new Hono<Facts>();
  app.onError(failureAnswer);
  app.use(limitAnswerTime(20));
  let ended = 0;
  app.get("*", async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    ended += 1;
    return c.text("done");
  });
  const late = await app.request("/rest/v1/products");
  expect(late.status).toBe(503);
  expect(late.headers.get("retry-after")).toBe("5");
  expect(await late.json()).toMatchObject({ error: { code: "temporarily_unavailable" } });
  expect((await app.request("/storage/v1/object/rak/besar")).status).toBe(200);
  expect((await app.request("/functions/v1/export-data")).status).toBe(200);
  // The started work ends by itself.
  await expect.poll(() => ended).toBe(3);
});
