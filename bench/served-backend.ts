import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { WebSocketServer } from "ws";
import { attachRealtime, createBackend } from "#backend/backend.server.ts";
import { temporaryKeys } from "#backend/gateway/keys.server.ts";
import { readConfig } from "#base/config.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";

/** The hosted-backend API in a separate process, so that the load generator takes none of its time. */
export interface ServedBackend {
  readonly url: string;
  readonly databaseUrl: string;
  readonly publishable: string;
  readonly secret: string;
  /** A bare websocket server of `ws`, in the same process: a client's message goes to all. */
  readonly bareSocketUrl: string;
  readonly pid: number;
  readonly dataDir: string;
}

export async function startBackend(): Promise<ServedBackend & { stop(): Promise<void> }> {
  const child: ChildProcess = fork(import.meta.filename, ["serve"]);
  const [served] = (await once(child, "message")) as [ServedBackend];
  return {
    ...served,
    async stop() {
      child.send("stop");
      await once(child, "exit");
    },
  };
}

/** Linux only; undefined elsewhere. */
export function residentMebibytes(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return Math.round((pages * 4096) / 1024 / 1024);
  } catch {
    return undefined;
  }
}

if (process.argv[2] === "serve" && process.send) await serveHere();

async function serveHere(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
  await chmod(folder, 0o755);
  const database = await startEmbedded(folder);
  await migrate(database.url);
  openConnections(database.url);
  const keys = await temporaryKeys();
  const unlimited = { limit: 1_000_000_000, windowSeconds: 300 };
  const limits = {
    token: unlimited,
    verify: unlimited,
    mail: unlimited,
    factor: unlimited,
    anonymous: unlimited,
  };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({ PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder });
  const auth = { limits, autoconfirm: true };
  const app = createBackend({ config, keys, functions: {}, auth });
  const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }) as Server;
  const realtime = attachRealtime(server, {
    keys,
    publicUrl: url,
    allowPublicChannels: true,
    maxConnections: 20_000,
    eventsASecond: 100_000,
    joinsASecond: 100_000,
  });
  await realtime.ready;
  const bare = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  bare.on("connection", (socket) => {
    socket.on("message", (data: Buffer, isBinary) => {
      for (const client of bare.clients) client.send(data, { binary: isBinary });
    });
  });
  await once(bare, "listening");
  const address = bare.address();
  const served: ServedBackend = {
    url,
    databaseUrl: database.url,
    publishable: keys.publishable,
    secret: keys.secret,
    bareSocketUrl: `ws://127.0.0.1:${typeof address === "string" ? "" : address?.port}`,
    pid: process.pid,
    dataDir: folder,
  };
  process.send?.(served);
  // The parent process may have died without a message.
  await Promise.race([once(process, "message"), once(process, "disconnect")]);
  await realtime.close();
  await closeConnections();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === "object" ? address.port : 0;
}
