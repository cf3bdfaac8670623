import type { Server as HttpServer, ServerResponse } from "node:http";
import { Server, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { whenAnswered } from "#server/metrics/when-answered.ts";

export interface EndOptions {
  /**
   * Milliseconds in which new requests are still answered, so that load balancers notice the stop and
   * keep-alive connections can send one more request.
   */
  readonly graceMs: number;
  /** Milliseconds, including the grace period, after which every open connection is closed. */
  readonly timeoutMs: number;
  /** Aborted to skip the grace period. */
  readonly hurry?: AbortSignal;
  /** Called when no new request is answered any more. */
  readonly onClosed?: () => void;
}

/** Milliseconds between two checks of the open connections. */
const interval = 25;
/** Milliseconds without any connection after which the grace period ends early. */
const quietMs = 500;
/** Milliseconds within which a new connection usually sends its first request. */
const firstRequestMs = 500;

/**
 * Prepares a server for a shutdown that loses no request. Node's own `close` waits for connections that were
 * idle or busy when it was called, up to their keep-alive timeout, and closes the others although their next
 * request may be in transit. Packages for this (http-terminator, http-graceful-shutdown) would cut websockets
 * before their close frame, and bring signal handlers or loggers of their own.
 * @returns ends the server: in the grace period every answer closes its connection; afterwards no connection
 * is accepted and idle ones are closed. The owners of websockets close them
 */
export function prepareEnd(server: HttpServer): (options: EndOptions) => Promise<void> {
  /** Open connections with the time since which each is idle. */
  const connections = new Map<Socket, number>();
  const running = new Map<ServerResponse, Socket>();
  let isEnding = false;
  let lastSeen = 0;
  let accepted = 0;

  /** The answer's head announces the close, unless it was already sent. */
  const makeLast = (response: ServerResponse, socket: Socket) => {
    response.shouldKeepAlive = false;
    response.once("close", () => socket.destroySoon());
  };
  server.on("connection", (socket: Socket) => {
    accepted++;
    connections.set(socket, performance.now());
    socket.once("close", () => {
      connections.delete(socket);
      lastSeen = performance.now();
    });
  });
  server.on("upgrade", (_request, socket: Socket) => connections.delete(socket));
  server.prependListener("request", ({ socket }, response: ServerResponse) => {
    running.set(response, socket);
    whenAnswered(response, socket, () => {
      running.delete(response);
      if (connections.has(socket)) connections.set(socket, performance.now());
    });
    if (isEnding) makeLast(response, socket);
  });

  /** @param idleMs closes only connections that have been idle for so long */
  const closeIdle = (idleMs: number) => {
    const busy = new Set(running.values());
    const before = performance.now() - idleMs;
    for (const [socket, since] of connections) {
      if (!busy.has(socket) && since <= before) socket.destroy();
    }
  };

  return async ({ graceMs, timeoutMs, hurry, onClosed }) => {
    isEnding = true;
    const began = performance.now();
    lastSeen = began;
    const isWithin = (ms: number) => performance.now() - began < ms && hurry?.aborted !== true;
    for (const [response, socket] of running) makeLast(response, socket);
    while (isWithin(graceMs)) {
      if (connections.size === 0 && performance.now() - lastSeen > quietMs) break;
      await setTimeout(interval);
    }
    onClosed?.();
    let hasEnded = false;
    // Closing the port resets connections that are not accepted yet. Each iteration of the event loop accepts one. Two
    // immediates, because the first may run in the current iteration.
    for (let before = -1; before < accepted && performance.now() - began < timeoutMs; ) {
      before = accepted;
      await setImmediate();
      await setImmediate();
    }
    // Not the close of `node:http`: it cuts connections whose answer is finished but still on its way to the client.
    const ended = new Promise<void>((resolve) => {
      Server.prototype.close.call(server, () => resolve());
    }).then(() => {
      hasEnded = true;
    });
    // A recent connection is about to send a request.
    const isPatient = () => graceMs > 0 && hurry?.aborted !== true;
    while (!hasEnded && performance.now() - began < timeoutMs) {
      closeIdle(isPatient() ? firstRequestMs : 0);
      await Promise.race([ended, setTimeout(interval)]);
    }
    if (!hasEnded) server.closeAllConnections();
    await ended;
  };
}
