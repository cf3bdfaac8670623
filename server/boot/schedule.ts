/** When a job runs, in UTC. A job without an hour runs every hour. */
type Times =
  | { readonly everyMinutes: number }
  | { readonly minute: number; readonly hour?: number };

interface ScheduledJob {
  readonly task: string;
  readonly times: Times;
  /** Attempts of one run; the default is one, because the next run repeats the work. */
  readonly attempts?: number;
}

const every = (everyMinutes: number, tasks: readonly string[]): readonly ScheduledJob[] =>
  tasks.map((task) => ({ task, times: { everyMinutes } }));

export const schedule: readonly ScheduledJob[] = [
  ...every(1, [
    // Expire unpaid orders, and settle payments whose notification was lost.
    "expire-orders",
    "reconcile-payments",
    "remind-unpaid",
    "tell-back-in-stock",
    "apply-terms",
    "apply-site",
    "apply-product-drafts",
    "sync-sales",
    "note-worker",
    "notify-staff",
    "merge-catalogue-counts",
    "follow-buyers",
    "follow-sales",
    "refresh-recipient-facts",
    "run-automations",
    "send-campaigns",
  ]),
  ...every(2, ["read-bounces"]),
  ...every(5, ["count-sold"]),
  // Check pending refunds, and remove products from collections when they are too old.
  ...every(10, ["follow-refunds", "fill-collections", "tell-low-stock"]),
  ...every(15, ["remind-carts", "remind-proofs", "remind-supplements", "remind-balances"]),
  { task: "expire-approvals", times: { minute: 7 } },
  // Delete expired rows.
  { task: "sweep-backend", times: { minute: 17 }, attempts: 3 },
  { task: "sweep-shop", times: { minute: 27 } },
  { task: "seal-audit", times: { minute: 37 }, attempts: 3 },
  // At night in Indonesia.
  { task: "forget-guests", times: { hour: 20, minute: 13 } },
  { task: "rank-best-sellers", times: { hour: 20, minute: 28 } },
  { task: "queue-unassigned-orders", times: { hour: 20, minute: 23 } },
  { task: "purge-unused-media", times: { hour: 20, minute: 33 } },
  { task: "count-words", times: { hour: 20, minute: 38 } },
  { task: "sweep-storage", times: { hour: 20, minute: 43 } },
  { task: "watch-domain", times: { hour: 20, minute: 48 } },
  { task: "prove-prices", times: { hour: 20, minute: 53 } },
  { task: "prove-sales", times: { hour: 20, minute: 58 } },
  // 07.00 in Jakarta.
  { task: "send-digests", times: { hour: 0, minute: 0 }, attempts: 3 },
];

/** @param minute whole minutes since 1970 */
export function isDue(times: Times, minute: number): boolean {
  if ("everyMinutes" in times) return minute % times.everyMinutes === 0;
  return (
    minute % 60 === times.minute &&
    (times.hour === undefined || Math.floor(minute / 60) % 24 === times.hour)
  );
}

/**
 * The jobs that are due now.
 * @param last the minute of the previous call; undefined at the start
 * @param minute the current minute. After a gap, the missed minutes of the last hour run too. After the clock is set back,
 *   the jobs of the current minute run again
 */
export function dueJobs(last: number | undefined, minute: number): readonly ScheduledJob[] {
  const from = last === undefined || last >= minute ? minute : Math.max(last + 1, minute - 59);
  return schedule.filter(({ times }) => {
    for (let at = from; at <= minute; at++) if (isDue(times, at)) return true;
    return false;
  });
}
