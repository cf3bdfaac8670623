import { Gauge } from "prom-client";
import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import { registry } from "./answer-metrics.ts";

/*
 * The shop's own figures, read from the database when Prometheus asks. Every process has the same ones: alerts use `max`,
 * not `sum`. Without an answer of the database they are missing, and never zero.
 */

interface Figures {
  readonly orders: number;
  readonly waiting: number;
  readonly parked: number;
  readonly oldest: number;
  readonly tasks: number;
  readonly jobs: number;
  readonly oldestJob: number;
  readonly failedJobs: number;
  /** Null: no worker has ever reported. */
  readonly workerSeen: number | null;
  /** Null: no backup was ever made. */
  readonly lastBackup: number | null;
}

/** Milliseconds that figures last, so that each gauge of one answer has the same ones. */
const validMs = 1_000;
let known: { readonly at: number; readonly figures: Promise<Figures | undefined> } | undefined;

function readFigures(): Promise<Figures | undefined> {
  if (!known || performance.now() - known.at > validMs) {
    known = { at: performance.now(), figures: ask() };
  }
  return known.figures;
}

async function ask(): Promise<Figures | undefined> {
  try {
    // Messages of one day: older ones were parked long ago.
    const [row] = await asShop()<Figures[]>`
      select
        (select count(*) from orders where created_at > now() - interval '1 hour' and supplement_of is null)::int as orders,
        count(*) filter (where status = 'queued')::int as waiting,
        count(*) filter (where status = 'parked')::int as parked,
        coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)::int as oldest,
        (select count(*) from payment_tasks where resolved_at is null)::int as tasks,
        (select extract(epoch from now() - seen_at)::int from private.operation_facts where fact = 'worker_seen') as "workerSeen",
        (select extract(epoch from now() - seen_at)::int from private.operation_facts where fact = 'backup_made') as "lastBackup",
        min(q.waiting) as jobs, min(q.oldest_seconds) as "oldestJob", min(q.failed) as "failedJobs"
      from private.queue_figures() q
      left join private.outbox on created_at > now() - interval '1 day'`;
    return row;
  } catch (error) {
    log.warn({ err: error }, "the shop's figures could not be read for Prometheus");
    return undefined;
  }
}

function gauge(name: string, help: string, choose: (figures: Figures) => number | null): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const figures = await readFigures();
      const value = figures ? choose(figures) : null;
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

gauge("shop_orders_last_hour", "Orders placed in the last hour", ({ orders }) => orders);
gauge("shop_messages_waiting", "Mails and texts of a day that wait to be sent", (f) => f.waiting);
gauge(
  "shop_messages_parked",
  "Mails and texts of a day that nobody could deliver",
  (f) => f.parked,
);
gauge(
  "shop_oldest_message_seconds",
  "Age of the message that waits longest; it grows when no worker runs",
  ({ oldest }) => oldest,
);
gauge("shop_payment_tasks_open", "Payments that staff must look at", ({ tasks }) => tasks);
gauge("shop_jobs_waiting", "Due jobs that no worker has taken", ({ jobs }) => jobs);
gauge(
  "shop_oldest_job_seconds",
  "Time since the oldest waiting job became due",
  (f) => f.oldestJob,
);
gauge("shop_jobs_failed", "Jobs with no attempts left", (f) => f.failedJobs);
gauge("shop_worker_seen_seconds", "Time since the last report of a worker", (f) => f.workerSeen);
gauge("shop_last_backup_seconds", "Age of the last complete backup", (f) => f.lastBackup);
