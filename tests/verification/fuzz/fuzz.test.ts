import { expect, test } from "vitest";
import { runCampaign } from "./campaign.ts";

/*
 * A short run with one seed; `node tests/verification/fuzz/run.ts` makes a long one.
 */

test("I11: no endpoint fails internally, hangs, or leaks internals, whatever the request", {
  timeout: 180_000,
}, async () => {
  const outcome = await runCampaign({ requests: 600, seed: 20_261_121, atOnce: 12 });
  expect(outcome.findings).toEqual([]);
  for (const endpoint of ["auth", "rest", "storage", "functions", "realtime", "pages"]) {
    // A run in which nothing succeeds tests only refusals.
    expect([endpoint, (outcome.answers[`${endpoint} 2xx`] ?? 0) > 0]).toEqual([endpoint, true]);
    expect([endpoint, (outcome.answers[`${endpoint} 4xx`] ?? 0) > 0]).toEqual([endpoint, true]);
  }
  expect(outcome.answers["websocket 1xx"]).toBeGreaterThan(0);
  expect(outcome.answers["unread 1xx"]).toBeGreaterThan(0);
});
