import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { log } from "#base/log.server.ts";
import { readMigrations } from "#db/migrate.server.ts";
import { diskCheck } from "#server/boot/disk-check.ts";
import { closeLater, isDraining } from "#server/boot/lifecycle.ts";
import { minutesWithoutWorker } from "#shop/settings/merchant/worker-presence.server.ts";
import { healthEndpoints } from "../endpoints/health.ts";
import { metricsEndpoint } from "../endpoints/metrics.ts";
import type { Facts } from "../middleware/request-facts.ts";
import type { ServerOptions } from "./open-server.ts";

/** Where a worker answers when `WORKER_PORT` is unset and the port is free. */
const defaultPort = 3001;

/**
 * Serves `/healthz`, `/readyz` and `/metrics` of a worker, which has no pages (docs/why/operations.md).
 * @throws the system's error when the port of `WORKER_PORT` is in use
 */
export async function openWorkerServer({
  config,
  keys,
  store,
  jobs,
}: Omit<ServerOptions, "screens">): Promise<void> {
  const app = new Hono<Facts>();
  app.route(
    "/",
    healthEndpoints({
      isDraining,
      jobs,
      disk: diskCheck(config.dataDir),
      storage: () => store.check(),
      withoutWorker: minutesWithoutWorker,
      migrations: await readMigrations(),
    }),
  );
  app.route("/", metricsEndpoint(keys));
  const server = createServer(getRequestListener(app.fetch));
  const port = config.workerPort ?? defaultPort;
  try {
    await once(server.listen(port, config.host), "listening");
  } catch (error) {
    if (config.workerPort !== undefined || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      throw error;
    }
    log.warn({ port }, "no probes of this worker: the port is in use; choose one with WORKER_PORT");
    return;
  }
  closeLater("probes", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}
