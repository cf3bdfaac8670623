import { Counter, Gauge } from "prom-client";
import { registry } from "#server/metrics/answer-metrics.ts";
import type { PageStore } from "./page-store.ts";

const kinds = {
  hits: "Requests that the page store answered",
  stale: "Of these, with a page whose data has changed and that is being rendered anew",
  fills: "Pages rendered for the store",
  dropped: "Pages that a change made stale",
} as const;

/** Tells Prometheus what the page store does. */
export function measurePages(store: PageStore): void {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    let told = 0;
    new Counter({
      name: `page_store_${kind}_total`,
      help: kinds[kind],
      registers: [registry],
      collect() {
        this.inc(store.counts[kind] - told);
        told = store.counts[kind];
      },
    });
  }
  new Gauge({
    name: "page_store_bytes",
    help: "Memory of the page store",
    registers: [registry],
    collect() {
      this.set(store.bytes);
    },
  });
}
