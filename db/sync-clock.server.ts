import { setClock } from "#base/clock.ts";
import { log } from "#base/log.server.ts";
import { asShopApart } from "./client.server.ts";

/** Milliseconds between two readings; a machine that wakes from sleep is behind for at most this time. */
const interval = 30_000;

/**
 * Sets the program's clock from the database's, now and at each interval. While the database does not answer,
 * the clock runs on.
 * @returns a function that stops it
 * @throws the first reading's error
 */
export async function syncClock(every = interval): Promise<() => Promise<void>> {
  await readClock();
  const timer = setInterval(() => {
    readClock().catch((error: unknown) => log.warn({ err: error }, "the clock was not set"));
  }, every).unref();
  return async () => clearInterval(timer);
}

async function readClock(): Promise<void> {
  const before = performance.now();
  const [row] = await asShopApart()<{ time: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`;
  const after = performance.now();
  // The reading lies between query and answer; after a slow answer the previous reading is more exact.
  if (row && after - before < 1_000) setClock(row.time, (before + after) / 2);
}
