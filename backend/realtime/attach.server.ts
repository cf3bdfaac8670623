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
  /** Further origins whose pages may connect; the shop's own may always. */
  readonly allowedOrigins?: readonly string[];
  readonly allowPublicChannels?: boolean;
  readonly maxConnections?: number;
  /** Maximum websockets of one address, or of one /64 IPv6 network. */
  readonly maxOfAddress?: number;
  /** Maximum websockets of one account. */
  readonly maxOfAccount?: number;
  readonly maxChannels?: number;
  readonly eventsASecond?: number;
  /** Joins of one address. */
  readonly joinsASecond?: number;
  /** Bytes that all websockets of one network send. */
  readonly bytesASecond?: number;
  readonly presenceCalls?: number;
  /** Interval of the heartbeats between processes. */
  readonly beatMs?: number;
  /** The client's address; default: the socket's address. */
  readonly clientIp?: AddressOf;
  /** A silent client is disconnected after this time. Clients send a heartbeat every 25 seconds. */
  readonly idleMs?: number;
}

const path = "/realtime/v1/websocket";
/** Covers the tabs and devices of one person. */
const maxOfAccount = 50;
const maxPayload = 3 * 1024 * 1024;
/** A megabyte of nested lists takes 70 milliseconds to parse. */
const bytesASecond = 4 * 1024 * 1024;
/** "Service restart": the client reconnects and joins again. */
const restarting = 1012;

/**
 * Serves websockets at /realtime/v1/websocket, refuses other paths with that prefix, and ignores every other
 * upgrade.
 * @returns ready: resolves once messages arrive; close: ends every connection
 */
export function attachRealtime(
  server: Server,
  options: RealtimeOptions,
): { ready: Promise<void>; close: () => Promise<void> } {
  // Compression would need a dictionary for every client.
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  const origins = [new URL(options.publicUrl).origin, ...(options.allowedOrigins ?? [])];
  const connections = new Set<Connection>();
  const restart = () => {
    for (const connection of connections) connection.close(restarting);
  };
  const hub = new Hub(restart, options.beatMs ?? 5_000);
  const ready = hub.listen();
  ready.catch((error) => log.error({ err: error }, "realtime cannot listen to the database"));
  const shared: Omit<ConnectionOptions, "mayJoin" | "mayRead"> = {
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
    // After a stall of this process, messages of clients are unread, so no client counts as silent.
    if (wasUnavailable) return;
    for (const connection of connections) connection.dropIfSilent(now);
  }, shared.idleMs / 4).unref();

  const networks = new Places(options.maxOfAddress ?? Number.POSITIVE_INFINITY);
  const joins = perSecond(options.joinsASecond ?? 100);
  const reads = perSecond(options.bytesASecond ?? bytesASecond);
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = URL.canParse(request.url ?? "", "http://x")
      ? new URL(request.url ?? "", "http://x")
      : undefined;
    if (!request.url?.startsWith(path)) return;
    // Before anything asynchronous: an error without a listener would end the process.
    socket.on("error", () => socket.destroy());
    // No other handler answers this path prefix, so the socket would stay open for ever.
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
        // By then the websocket has sent its close reason, e.g. that a message was too large (1009).
        connected.on("error", () => setTimeout(() => connected.terminate(), 1_000).unref());
        const mayJoin = () => joins(clientIp);
        const mayRead = (bytes: number) => reads(network, bytes);
        const visitor = { dbRole, claims: {} };
        const connection = new Connection(connected, socket, version, visitor, {
          ...shared,
          mayJoin,
          mayRead,
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
    // A client that leaves its half open would keep the connection open and prevent the program from stopping.
    () => socket.destroy(),
  );
}
