import { expect, test } from "vitest";
import { openTestProviders } from "#tests/support/builders/shop.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { Stage } from "../stage/stage.ts";
import { playHistory } from "./history.ts";

/** Orders of earlier histories make the checker slow, so the databases take turns. */
const databases = Array.from({ length: 2 }, () => testDatabase({ demo: true, max: 20 }));
const histories = 8;

test("I1, I3, I7, R1: histories of people, a bank and killed processes match the model", {
  timeout: 300_000,
}, async () => {
  openTestProviders();
  const seed = 20_261_123;
  let actions = 0;
  let orders = 0;
  const ended: Promise<void>[] = [];
  for (const [index, database] of databases.entries()) {
    // A cut connection delays its pool's end for seconds; do not wait for it before the next database.
    ended.push(closeConnections());
    openConnections(database.url(), { max: 20 });
    const stage = new Stage(database.url());
    for (let n = index; n < histories; n += databases.length) {
      // A failure names its seed: node bench/histories.ts 1 SEED --rounds=2 --actors=3
      const reported = await playHistory(stage, seed + n, { rounds: 2, actors: 3 });
      actions += reported.actions;
      orders += reported.orders;
    }
    await stage.close();
  }
  await Promise.all(ended);
  expect(actions).toBeGreaterThan(histories);
  expect(orders).toBeGreaterThan(histories / 2);
});
