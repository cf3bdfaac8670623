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
    // Unpaid orders that expire, and payments that a lost notification left open.
    "expire-orders",
    "reconcile-payments",
    "remind-unpaid",
    "tell-back-in-stock",
    "apply-terms",
    "apply-product-drafts",
    "sync-sales",
    "note-worker",
    "notify-staff",
    "merge-catalogue-counts",
    "refresh-recipient-facts",
    "run-automations",
    "send-campaigns",
  ]),
  ...every(2, ["read-bounces"]),
  ...every(5, ["count-sold"]),
  // Refunds that a provider has not finished, and products that became too old for a collection.
  ...every(10, ["follow-refunds", "fill-collections", "tell-low-stock"]),
  ...every(15, ["remind-carts", "remind-proofs", "remind-supplements"]),
  { task: "expire-approvals", times: { minute: 7 } },
  // Expired rows.
  { task: "sweep-backend", times: { minute: 17 }, attempts: 3 },
  { task: "sweep-shop", times: { minute: 27 } },
  { task: "seal-audit", times: { minute: 37 }, attempts: 3 },
  // At night in Indonesia.
  { task: "forget-guests", times: { hour: 20, minute: 13 } },
  { task: "rank-best-sellers", times: { hour: 20, minute: 28 } },
  { task: "purge-unused-media", times: { hour: 20, minute: 33 } },
  { task: "count-words", times: { hour: 20, minute: 38 } },
  { task: "sweep-storage", times: { hour: 20, minute: 43 } },
  { task: "watch-domain", times: { hour: 20, minute: 48 } },
  { task: "prove-prices", times: { hour: 20, minute: 53 } },
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
 * The jobs to start now.
 * @param last the minute of the call before; undefined at the start
 * @param minute the present minute. When the clock jumped forward, only its last hour is made up for; when it jumped
 *   back, the jobs of the present minute run again
 */
export function dueJobs(last: number | undefined, minute: number): readonly ScheduledJob[] {
  const from = last === undefined || last >= minute ? minute : Math.max(last + 1, minute - 59);
  return schedule.filter(({ times }) => {
    for (let at = from; at <= minute; at++) if (isDue(times, at)) return true;
    return false;
  });
}
