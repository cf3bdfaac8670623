import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { networkOf } from "#backend/auth/context.server.ts";
import { bearerOf, roleOfKey } from "#backend/gateway/caller.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { type AddressOf, addressBehind } from "#base/client-address.ts";
import { log } from "#base/log.server.ts";
import { Places } from "#base/places.ts";
import { Connection, type ConnectionOptions } from "./connection.server.ts";
import type { Version } from "./frames.ts";
import { Hub } from "./hub.server.ts";
import { perSecond } from "./per-second.ts";

export interface RealtimeOptions {
  readonly keys: Keys;
  readonly publicUrl: string;
  /** Pages of other origins that may connect; the shop's own always may. */
  readonly allowedOrigins?: readonly string[];
  readonly allowPublicChannels?: boolean;
  readonly maxConnections?: number;
  /** Websockets of one address, or of one IPv6 network of 64 bits. */
  readonly maxOfAddress?: number;
  /** Websockets in which one account is signed in. */
  readonly maxOfAccount?: number;
  readonly maxChannels?: number;
  readonly eventsASecond?: number;
  /** Of one address. */
  readonly joinsASecond?: number;
  readonly presenceCalls?: number;
  /** How often the processes tell each other that they are alive. */
  readonly beatMs?: number;
  /** The client's address; from the socket unless it is known how to read what proxies say. */
  readonly clientIp?: AddressOf;
  /** A silent client is dropped after this. Clients send a heartbeat every 25 seconds. */
  readonly idleMs?: number;
}

const path = "/realtime/v1/websocket";
/** Tabs and devices of one person. */
const maxOfAccount = 50;
const maxPayload = 3 * 1024 * 1024;
/** "Service restart": the client comes back by itself and joins again. */
const restarting = 1012;

/**
 * Serves websockets at /realtime/v1/websocket, refuses what only begins like it, and leaves every other upgrade alone.
 * @returns ready: resolves once messages arrive; close: ends every connection
 */
export function attachRealtime(
  server: Server,
  options: RealtimeOptions,
): { ready: Promise<void>; close: () => Promise<void> } {
  // Compression would hold a dictionary of its own for every client.
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  const origins = [new URL(options.publicUrl).origin, ...(options.allowedOrigins ?? [])];
  const connections = new Set<Connection>();
  const restart = () => {
    for (const connection of connections) connection.close(restarting);
  };
  const hub = new Hub(restart, options.beatMs ?? 5_000);
  const ready = hub.listen();
  ready.catch((error) => log.error({ err: error }, "realtime cannot listen to the database"));
  const shared: Omit<ConnectionOptions, "mayJoin"> = {
    keys: options.keys,
    publicUrl: options.publicUrl,
    hub,
    allowPublicChannels: options.allowPublicChannels ?? false,
    maxChannels: options.maxChannels ?? 100,
    eventsASecond: options.eventsASecond ?? 100,
    accounts: new Places(options.maxOfAccount ?? maxOfAccount),
    presenceCalls: options.presenceCalls ?? 5,
    idleMs: options.idleMs ?? 60_000,
  };
  let lastPurge = performance.now();
  const purgeTimer = setInterval(() => {
    const now = performance.now();
    const wasUnavailable = now - lastPurge > shared.idleMs / 2;
    lastPurge = now;
    // After a stall of this process what people said meanwhile has not been read: nobody is silent because of us.
    if (wasUnavailable) return;
    for (const connection of connections) connection.dropIfSilent(now);
  }, shared.idleMs / 4).unref();

  const networks = new Places(options.maxOfAddress ?? Number.POSITIVE_INFINITY);
  const joins = perSecond(options.joinsASecond ?? 100);
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = URL.canParse(request.url ?? "", "http://x")
      ? new URL(request.url ?? "", "http://x")
      : undefined;
    if (!request.url?.startsWith(path)) return;
    // Before anything asynchronous: an error without a listener would end the process.
    socket.on("error", () => socket.destroy());
    // Nobody else answers what begins like our address, so it would stay open for ever.
    if (url?.pathname !== path) return refuse(socket, 404, "Not found");
    admit(request, url).catch((error) => {
      log.error({ err: error }, "realtime upgrade failed");
      refuse(socket, 500, "unexpected");
    });

    async function admit(incoming: IncomingMessage, address: URL): Promise<void> {
      const { origin } = incoming.headers;
      if (origin !== undefined && !origins.includes(origin)) {
        return refuse(socket, 403, "Origin is not allowed");
      }
      const header = incoming.headers["x-api-key"];
      const key =
        (typeof header === "string" ? header : undefined) ??
        address.searchParams.get("apikey") ??
        bearerOf(incoming.headers.authorization);
      if (!key) return refuse(socket, 401, "API key is missing");
      const dbRole = await roleOfKey(options.keys, key);
      if (!dbRole) return refuse(socket, 401, "The token provided is not a valid JWT");
      if (sockets.clients.size >= (options.maxConnections ?? 5_000)) {
        return refuse(socket, 429, "Too many connected users");
      }
      const clientIp = (options.clientIp ?? addressBehind([]))(incoming);
      const network = networkOf(clientIp);
      if (!networks.hasRoom(network)) return refuse(socket, 429, "Too many connected users");
      const version: Version = address.searchParams.get("vsn") === "2.0.0" ? "2.0.0" : "1.0.0";
      sockets.handleUpgrade(incoming, socket, head, (connected) => {
        // By then the websocket has said why, e.g. that a message was too large (1009).
        connected.on("error", () => setTimeout(() => connected.terminate(), 1_000).unref());
        const mayJoin = () => joins(clientIp);
        const visitor = { dbRole, claims: {} };
        const connection = new Connection(connected, socket, version, visitor, {
          ...shared,
          mayJoin,
        });
        connections.add(connection);
        const leave = networks.enter(network);
        connected.on("close", () => {
          connections.delete(connection);
          leave();
        });
      });
    }
  };
  server.on("upgrade", upgrade);

  return {
    ready,
    async close() {
      server.off("upgrade", upgrade);
      clearInterval(purgeTimer);
      restart();
      setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, 1_000).unref();
      sockets.close();
      await hub.close();
    },
  };
}

function refuse(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    // A client that keeps its half open would keep the connection, and the program from stopping.
    () => socket.destroy(),
  );
}
