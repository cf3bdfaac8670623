import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `done` once, when an answer has been sent or its connection has closed. When a connection closes,
 * Node notifies only the current answer: those of pipelined requests behind it never emit "close".
 */
export function whenAnswered(response: ServerResponse, socket: Socket, done: () => void): void {
  if (socket.closed) {
    done();
    return;
  }
  let callbacks = waiting.get(socket);
  if (!callbacks) {
    const all = new Set<() => void>();
    callbacks = all;
    waiting.set(socket, all);
    socket.once("close", () => {
      for (const callback of [...all]) callback();
    });
  }
  const ofSocket = callbacks;
  const end = () => {
    if (ofSocket.delete(end)) done();
  };
  ofSocket.add(end);
  response.once("close", end);
}
