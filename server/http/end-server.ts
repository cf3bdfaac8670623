import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { whenAnswered } from "./when-answered.ts";

export interface EndOptions {
  /** Milliseconds in which new requests are still answered, so that load balancers hear of the end and kept connections ask once more. */
  readonly graceMs: number;
  /** Milliseconds after which everything that is still open is cut, the grace included. */
  readonly timeoutMs: number;
  /** Aborted when nobody wants to wait for the grace. */
  readonly hurry?: AbortSignal;
  /** Called when no new request is answered any more. */
  readonly onClosed?: () => void;
}

/** Milliseconds between two looks at what is still open. */
const interval = 25;
/** Milliseconds without any connection after which nobody is expected during the grace. */
const quietMs = 500;
/** Milliseconds in which a new connection usually brings its request. */
const firstRequestMs = 500;

/**
 * Prepares a server to be ended without losing a request. Node's own `close` waits for connections that were silent or busy when
 * it was called, for as long as their browsers like to keep them, and closes the others while their next request may be under
 * way. Packages for this (http-terminator, http-graceful-shutdown) would cut websockets before their farewell, and bring
 * signals or loggers of their own.
 * @returns ends the server: during the grace every answer is the last of its connection and says so, then no connection is
 * taken any more and silent ones are closed. Websockets are left to whoever holds them.
 */
export function prepareEnd(server: Server): (options: EndOptions) => Promise<void> {
  /** With the time since when nothing is asked on it. */
  const connections = new Map<Socket, number>();
  const running = new Map<ServerResponse, Socket>();
  let isEnding = false;
  let lastSeen = 0;

  /** The client hears of it in the head of the answer, unless that has gone already. */
  const makeLast = (response: ServerResponse, socket: Socket) => {
    response.shouldKeepAlive = false;
    response.once("close", () => socket.destroySoon());
  };
  server.on("connection", (socket: Socket) => {
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

  /** @param idleMs closes only what has been silent for so long */
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
    const ended = new Promise<void>((resolve) => server.close(() => resolve())).then(() => {
      hasEnded = true;
    });
    // Who has come only now is about to ask; `close` itself has closed those that have been answered and are silent.
    const isPatient = () => graceMs > 0 && hurry?.aborted !== true;
    while (!hasEnded && performance.now() - began < timeoutMs) {
      closeIdle(isPatient() ? firstRequestMs : 0);
      await Promise.race([ended, setTimeout(interval)]);
    }
    if (!hasEnded) server.closeAllConnections();
    await ended;
  };
}
