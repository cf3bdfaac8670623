import { timeNow } from "#base/clock.ts";
import { log } from "#base/log.server.ts";
import { asShopApart } from "#db/client.server.ts";
import { dueJobs } from "./schedule.ts";

/** Milliseconds between two looks at the clock. */
const interval = 5_000;

/**
 * Adds the jobs of the schedule to the queue as they come due. Not by the queue's own crontab, which waits for its next
 * minute after the clock jumped back: one wrong day of the machine's clock stopped all scheduled jobs for a day.
 * @returns a function that stops it
 */
export function runSchedule(): () => void {
  let last: number | undefined;
  let isRunning = false;
  const look = async () => {
    const minute = Math.floor(timeNow() / 60_000);
    if (isRunning || minute === last) return;
    isRunning = true;
    try {
      await addJobs(minute, dueJobs(last, minute));
      last = minute;
    } catch (error) {
      log.warn({ err: error }, "the scheduled jobs were not added; tried again in seconds");
    } finally {
      isRunning = false;
    }
  };
  void look();
  const timer = setInterval(() => void look(), interval).unref();
  return () => clearInterval(timer);
}

/** Processes that share the queue add each job once a minute. */
export async function addJobs(minute: number, jobs: ReturnType<typeof dueJobs>): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ task, attempts = 1 }) => ({ task, attempts }));
  const sql = asShopApart();
  await sql`select private.add_scheduled_jobs(${sql.json(rows)}, ${minute})`;
}
