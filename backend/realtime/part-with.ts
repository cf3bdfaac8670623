import type { WebSocket } from "ws";

/** "Policy violation" (RFC 6455, 7.4.1): the client reconnects by itself, with a delay. */
export const tooMuch = 1008;
/** Milliseconds in which the client may read the reason. */
const farewell = 1_000;

/**
 * Closes a connection with a reason that its client can read. Its input is ignored from now on, and it is
 * terminated soon after.
 */
export function partWith(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  socket.pause();
  setTimeout(() => socket.terminate(), farewell).unref();
}
