import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { attachRealtime } from "#backend/backend.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { addressBehind, isAmong } from "#base/client-address.ts";
import type { Config } from "#base/config-type.ts";
import { readMigrations } from "#db/migrate.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { diskCheck } from "#server/boot/disk-check.ts";
import { closeLater, hurrySignal, isDraining } from "#server/boot/lifecycle.ts";
import { headAsGet } from "#server/http/head-as-get.ts";
import { requestHandlers } from "#server/screens/screen-handlers.ts";
import type { Screens } from "#server/screens/screens.ts";
import { catalogueChanges } from "#shop/kernel/cache.server.ts";
import { minutesWithoutWorker } from "#shop/settings/merchant/worker-presence.server.ts";
import { securityHeadersOf } from "../middleware/security-headers.ts";
import { pageMaker } from "../pages/make-page.ts";
import { measurePages } from "../pages/page-metrics.ts";
import { PageStore } from "../pages/page-store.ts";
import { servePages } from "../pages/serve-pages.ts";
import { createApp } from "./app.ts";
import { connectionShares, limitConnections } from "./connection-limits.ts";
import { prepareEnd } from "./end-server.ts";
import { connectionsFor, openFileLimit } from "./open-files.ts";
import { forgiveOwnDelays } from "./own-delays.ts";
import { limitSlowBodies } from "./slow-bodies.ts";
import { limitSlowReaders } from "./slow-readers.ts";

/**
 * Milliseconds that a stop waits for requests, including the grace period. Websockets, the job queue and
 * PostgreSQL end afterwards; the whole stop takes less than 25 seconds.
 */
const stopTimeout = 15_000;
/** Milliseconds in which the head of a request must arrive, from the connection or from its first byte. */
const headersTimeout = 10_000;
/**
 * Milliseconds between two checks of the timeouts; Node's default of 30 seconds would be added to each limit.
 */
const connectionsCheckingInterval = 1_000;

export interface ServerOptions {
  readonly config: Config;
  readonly keys: Keys;
  readonly store: ObjectStore;
  readonly screens: Screens;
  /** The job workers' problem, if any. */
  readonly jobs: () => string | undefined;
}

/** Serves requests until the program ends. */
export async function openServer({
  config,
  keys,
  store,
  screens,
  jobs,
}: ServerOptions): Promise<void> {
  const maxConnections = connectionsFor(openFileLimit());
  const shares = connectionShares(maxConnections, config.connectionsPerAddress);
  const handlerFor = requestHandlers(screens, config.publicUrl);
  const headersOf = securityHeadersOf(config, { hotReload: screens.before !== undefined });
  // In development the screens change under the pages.
  const pages =
    screens.before || config.pageStoreBytes === 0
      ? undefined
      : new PageStore({
          changes: catalogueChanges,
          makePage: pageMaker({ config, keys, screens, handlerFor, securityHeadersOf: headersOf }),
          maxBytes: config.pageStoreBytes,
        });
  if (pages) measurePages(pages);
  const app = createApp({
    config,
    keys,
    store,
    screens,
    pages,
    handlerFor,
    securityHeadersOf: headersOf,
    requestsPerAddress: shares.perAddress,
    health: {
      isDraining,
      jobs,
      disk: diskCheck(config.dataDir),
      storage: () => store.check(),
      withoutWorker: minutesWithoutWorker,
      migrations: await readMigrations(),
    },
  });
  const framework = getRequestListener((request, env) => app.fetch(headAsGet(request), env));
  const listener = pages ? servePages(pages, catalogueChanges, config, framework) : framework;
  const server = createServer(
    {
      // Large uploads take long; limitSlowBodies cuts the slow ones.
      requestTimeout: 4 * 60 * 60 * 1000,
      headersTimeout,
      connectionsCheckingInterval,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 32_768,
    },
    screens.before?.(listener) ?? listener,
  );
  const end = prepareEnd(server);
  server.maxConnections = maxConnections;
  limitConnections(server, shares, isAmong(config.trustedProxies));
  limitSlowBodies(server);
  limitSlowReaders(server);
  forgiveOwnDelays(server, headersTimeout);
  const clientIp = addressBehind(config.trustedProxies);
  const realtime = attachRealtime(server, {
    keys,
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    allowPublicChannels: config.realtimePublic,
    clientIp,
    maxConnections: shares.websockets,
    maxOfAddress: shares.websocketsPerAddress,
  });
  let isClosed = false;
  const isBlocked = isAmong(config.blockedAddresses);
  server.prependListener("upgrade", (request, socket) => {
    if (isBlocked(clientIp(request))) socket.destroy();
  });
  // A socket that requests another protocol would stay open without an answer.
  server.on("upgrade", (request, socket) => {
    if (isClosed || !request.url?.startsWith("/realtime/v1/websocket")) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.port, config.host, resolve);
  });
  closeLater("requests", async () => {
    let closing: Promise<void> | undefined;
    await end({
      graceMs: config.stopGraceSeconds * 1000,
      timeoutMs: stopTimeout,
      hurry: hurrySignal,
      onClosed: () => {
        isClosed = true;
        closing = realtime.close();
      },
    });
    await closing;
  });
}
