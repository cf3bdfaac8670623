import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Prepares a server to be ended. Node's own `close` waits for connections that were silent or busy when it was called,
 * for as long as their browsers like to keep them. Packages for this (http-terminator, http-graceful-shutdown) would cut
 * websockets before their farewell, and bring signals or loggers of their own.
 * @returns ends the server: running requests are answered and their connections closed, silent ones are closed at once,
 * and what is still open after `patience` milliseconds is cut. Websockets are left to whoever holds them.
 */
export function prepareEnd(server: Server): (patience: number) => Promise<void> {
  const connections = new Set<Socket>();
  const running = new Map<ServerResponse, Socket>();
  let isEnding = false;

  /** The client hears of it in the head of the answer, unless that has gone already. */
  const makeLast = (response: ServerResponse, socket: Socket) => {
    response.shouldKeepAlive = false;
    response.once("close", () => socket.destroySoon());
  };
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("upgrade", (_request, socket: Socket) => connections.delete(socket));
  server.prependListener("request", (request, response: ServerResponse) => {
    running.set(response, request.socket);
    response.once("close", () => running.delete(response));
    if (isEnding) makeLast(response, request.socket);
  });

  return async (patience) => {
    isEnding = true;
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    const busy = new Set(running.values());
    for (const socket of connections) if (!busy.has(socket)) socket.destroy();
    for (const [response, socket] of running) makeLast(response, socket);
    const timer = setTimeout(() => server.closeAllConnections(), patience);
    await ended;
    clearTimeout(timer);
  };
}
