import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { Gauge } from "prom-client";
import { config } from "#base/config.server.ts";
import { log } from "#base/log.server.ts";
import { poolCounts } from "#db/client.server.ts";
import { registry } from "./answer-metrics.ts";

/* Metrics of one process: its connections to the database, and the disk of its data directory. */

new Gauge({
  name: "process_database_connections",
  help: "Busy and idle connections of a pool, and statements waiting for a connection",
  labelNames: ["pool", "state"],
  registers: [registry],
  collect() {
    this.reset();
    for (const [pool, counts] of Object.entries(poolCounts())) {
      for (const [state, count] of Object.entries(counts)) this.set({ pool, state }, count);
    }
  },
});

function diskGauge(name: string, help: string, choose: (space: StatsFs) => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        this.set(choose(await statfs(config().dataDir)));
      } catch (error) {
        log.warn({ err: error }, "the disk of DATA_DIR could not be measured for Prometheus");
        this.remove();
      }
    },
  });
}

diskGauge(
  "process_disk_free_bytes",
  "Free bytes on the disk of DATA_DIR",
  (s) => s.bavail * s.bsize,
);
diskGauge("process_disk_size_bytes", "Size of the disk of DATA_DIR", (s) => s.blocks * s.bsize);
