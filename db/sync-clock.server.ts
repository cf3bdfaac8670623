import { setClock } from "#base/clock.ts";
import { log } from "#base/log.server.ts";
import { asShopApart } from "./client.server.ts";

/** Milliseconds between two questions: so long a machine that was asleep is behind. */
const interval = 30_000;

/**
 * Sets the program's clock by the database's, now and from now on. While the database does not answer it runs on by itself.
 * @returns how to stop; @throws whatever the first question fails with
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
  // Somewhere between question and answer; one that took long says little, and the one before is better.
  if (row && after - before < 1_000) setClock(row.time, (before + after) / 2);
}
