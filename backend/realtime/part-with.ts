import type { WebSocket } from "ws";

/** "Policy violation" (RFC 6455, 7.4.1): the client comes back by itself, with a pause. */
export const tooMuch = 1008;
/** Milliseconds in which the other side may read why. */
const farewell = 1_000;

/** Ends a connection with a reason that its client can read. From now on nothing of it is read; soon after it is cut. */
export function partWith(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  socket.pause();
  setTimeout(() => socket.terminate(), farewell).unref();
}
