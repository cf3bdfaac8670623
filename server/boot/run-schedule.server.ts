import { timeNow } from "#base/clock.ts";
import { log } from "#base/log.server.ts";
import { asShopApart } from "#db/client.server.ts";
import { dueJobs } from "./schedule.ts";

/** Milliseconds between two checks of the clock. */
const interval = 5_000;

/**
 * Adds the scheduled jobs to the queue when they are due. The queue's own crontab is not used: after the clock was set back it
 * adds no jobs until its next expected minute, so a clock that was a day ahead stopped all jobs for a day.
 * @returns a function that stops it
 */
export function runSchedule(): () => void {
  let last: number | undefined;
  let isRunning = false;
  const addDueJobs = async () => {
    const minute = Math.floor(timeNow() / 60_000);
    if (isRunning || minute === last) return;
    isRunning = true;
    try {
      await addJobs(minute, dueJobs(last, minute));
      last = minute;
    } catch (error) {
      log.warn({ err: error }, "the scheduled jobs were not added; retrying in seconds");
    } finally {
      isRunning = false;
    }
  };
  void addDueJobs();
  const timer = setInterval(() => void addDueJobs(), interval).unref();
  return () => clearInterval(timer);
}

/** Adds each job once for a minute, also when several processes share the queue. */
export async function addJobs(minute: number, jobs: ReturnType<typeof dueJobs>): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ task, attempts = 1 }) => ({ task, attempts }));
  const sql = asShopApart();
  await sql`select private.add_scheduled_jobs(${sql.json(rows)}, ${minute})`;
}
