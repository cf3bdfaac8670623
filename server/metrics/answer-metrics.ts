import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** The metrics that `/metrics` returns. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

/** Answers of the page store since the last reading, by method and status class: counting one here costs nothing. */
const stored = new Map<string, { method: string; status: string; count: number }>();

const answers = new Counter({
  name: "http_answers_total",
  help: "Answers by method and status class",
  labelNames: ["method", "status"],
  registers: [registry],
  collect() {
    for (const { method, status, count } of stored.values()) this.inc({ method, status }, count);
    stored.clear();
  },
});
const durations = new Histogram({
  name: "http_answer_seconds",
  help: "Time until the head of the answer",
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

/** @param ms milliseconds until the head of the answer */
export function countAnswer(method: string, status: number, ms: number): void {
  answers.inc({ method, status: `${Math.floor(status / 100)}xx` });
  durations.observe(ms / 1000);
}

/** Counts an answer of the page store, which takes no time worth measuring. */
export function countStoredAnswer(method: string, status: number): void {
  const key = `${method}${status}`;
  const known = stored.get(key);
  if (known) known.count++;
  else stored.set(key, { method, status: `${Math.floor(status / 100)}xx`, count: 1 });
}
