import { log } from "#base/log.server.ts";
import { findFact, noteFact, removeFact } from "./operation-facts.server.ts";

/** Milliseconds between two readings: every process follows a change within this time. */
const pollMs = 2_000;

let closed = false;

/** Whether the shop is closed to visitors, as this process read it last. */
export function isClosed(): boolean {
  return closed;
}

/**
 * Reads whether the shop is closed, now and at each interval. While the database does not answer, the last reading
 * counts.
 * @returns a function that stops it
 */
export async function followMaintenance(): Promise<() => Promise<void>> {
  await readState();
  const timer = setInterval(() => {
    readState().catch((error: unknown) =>
      log.warn({ err: error }, "whether the shop is closed could not be read"),
    );
  }, pollMs).unref();
  return async () => clearInterval(timer);
}

async function readState(): Promise<void> {
  const isOn = (await findFact("maintenance")) !== undefined;
  if (isOn !== closed) log.info({ maintenance: isOn }, "the shop was closed or opened");
  closed = isOn;
}

/** @returns since when the shop is closed; undefined while it is open */
export async function closedSince(): Promise<Date | undefined> {
  return (await findFact("maintenance"))?.seen_at;
}

/** Closes the shop to visitors, in every process within seconds. */
export async function closeShop(): Promise<void> {
  if (!(await closedSince())) await noteFact("maintenance");
}

export async function openShop(): Promise<void> {
  await removeFact("maintenance");
}
