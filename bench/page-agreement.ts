import { measureAgreement } from "../tests/verification/pages/agreement.ts";

/*
 * How long after a commit every process of a shop shows it on its pages: `node bench/page-agreement.ts [writes=1000]
 * [processes=4] [seed]`; one JSON line, milliseconds. Requests follow each other without a pause, so each process is busy.
 */

const [writes = 1_000, processes = 4, seed = Date.now() % 2 ** 31] = process.argv
  .slice(2)
  .map(Number);
const { delays, missed } = await measureAgreement({ writes, processes, seed });
const sorted = delays.toSorted((a, b) => a - b);
const quantile = (share: number) =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
console.log(
  JSON.stringify({
    writes,
    processes,
    seed,
    missed: missed.length,
    p50_ms: quantile(0.5),
    p95_ms: quantile(0.95),
    p99_ms: quantile(0.99),
    most_ms: quantile(1),
  }),
);
