import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** The metrics that `/metrics` returns. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const answers = new Counter({
  name: "http_answers_total",
  help: "Answers by method and status class",
  labelNames: ["method", "status"],
  registers: [registry],
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
