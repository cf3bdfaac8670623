import { expect, test } from "vitest";
import { openTestProviders } from "#tests/support/builders/shop.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { Stage } from "../stage/stage.ts";
import { allPoints, playPoint } from "./play.ts";
import { situations } from "./situations.ts";

/** The test tries every n-th point; `node bench/interleavings.ts` tries all of them. */
const every = 122;
const databases = situations.map((situation) => ({
  situation,
  database: testDatabase({ demo: true, max: 10 }),
}));

test.for(databases)(
  "an order that $situation.name: two at once, and processes that die",
  {
    timeout: 120_000,
  },
  async ({ situation, database }) => {
    openTestProviders();
    await closeConnections();
    openConnections(database.url(), { max: 10 });
    const stage = new Stage(database.url());
    let seed = 1;
    const points = await allPoints(stage, situation, () => seed++);
    const chosen = points.filter((_, n) => n % every === 0);
    for (const point of chosen) await playPoint(stage, seed++, point);
    await stage.close();
    // The smallest situation has 165.
    expect(chosen.length).toBeGreaterThanOrEqual(Math.floor(165 / every));
  },
);
