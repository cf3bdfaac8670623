import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { availableMemory } from "#db/shared-buffers.ts";
import { whenAnswered } from "./when-answered.ts";

export interface ReaderLimits {
  /** Milliseconds in which a client must take `step` bytes, or all that waits for it. */
  readonly timeoutMs: number;
  readonly step: number;
  /** Bytes of several answers that may wait for one client. A single answer is bounded where it is made. */
  readonly maxSocketBytes: number;
  /** Bytes that may wait for all clients together. */
  readonly maxBytes: number;
  /** Milliseconds without a step after which the bytes of a websocket count among all: many may share the same ones. */
  readonly websocketStallMs: number;
  /** Requests of one connection that may wait for their answer. */
  readonly maxPipelined: number;
  /** Milliseconds between two looks at all connections. */
  readonly intervalMs: number;
}

const mebibyte = 2 ** 20;

export const readerLimits: ReaderLimits = {
  timeoutMs: 30_000,
  step: 16 * 1024,
  maxSocketBytes: 8 * mebibyte,
  maxBytes: Math.min(256 * mebibyte, Math.max(16 * mebibyte, availableMemory / 16)),
  websocketStallMs: 1_000,
  maxPipelined: 8,
  intervalMs: 250,
};

/** What Node knows of a socket and documents only in part; net.js reads the same two for its own timeouts. */
interface Sending {
  /** Bytes that were given to the system or wait for it. */
  readonly _bytesDispatched?: number;
  /** `writeQueueSize`: those of them that wait. */
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** What one connection has not taken yet (decision 0054). */
class Reader {
  readonly socket: Socket;
  /** Answers that are not with the client yet, in the order of their requests. */
  readonly responses = new Set<ServerResponse>();
  isWebsocket = false;
  #taken = 0;
  #since: number | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** Bytes that this process holds for the client. */
  get waitingBytes(): number {
    const { socket } = this;
    let bytes = socket.writableLength;
    // Of pipelined requests only one answer has the socket; the others keep what they are told to send.
    for (const response of this.responses) {
      if (response.socket === null) bytes += response.writableLength;
    }
    return bytes;
  }

  /** Leaves out time in which this process itself took nothing and sent nothing. */
  forgive(ms: number): void {
    if (this.#since !== undefined) this.#since += ms;
  }

  /** @returns for how many milliseconds the client has not taken a step; 0 when nothing waits for it */
  stalledFor(now: number, step: number): number {
    if (this.waitingBytes === 0) {
      this.#since = undefined;
      return 0;
    }
    const { socket } = this;
    const { _bytesDispatched, _handle } = socket as unknown as Sending;
    const taken =
      _bytesDispatched === undefined
        ? socket.bytesWritten - socket.writableLength
        : _bytesDispatched - (_handle?.writeQueueSize ?? 0);
    if (this.#since === undefined || taken - this.#taken >= step) {
      this.#since = now;
      this.#taken = taken;
    }
    return now - this.#since;
  }
}

/**
 * Closes the connections of clients that do not take what they asked for, so that answers never fill the memory: who takes
 * nothing for long, whose answers pile up, and, when too much waits altogether, who has taken nothing for longest.
 * Websockets count too. Decision 0054.
 */
export function limitSlowReaders(server: Server, limits: ReaderLimits = readerLimits): void {
  const readers = new Map<Socket, Reader>();
  server.on("connection", (socket: Socket) => {
    readers.set(socket, new Reader(socket));
    socket.once("close", () => readers.delete(socket));
  });
  server.prependListener("request", (request, response: ServerResponse) => {
    const reader = readers.get(request.socket);
    if (!reader) return;
    reader.responses.add(response);
    whenAnswered(response, request.socket, () => reader.responses.delete(response));
    if (reader.responses.size > limits.maxPipelined) request.socket.destroy();
    // All of an answer is there: the moment at which too much may wait.
    response.once("prefinish", () => setImmediate(look));
  });

  server.prependListener("upgrade", (_request, socket: Socket) => {
    const reader = readers.get(socket);
    if (reader) reader.isWebsocket = true;
  });

  let lookedAt = performance.now();
  /** Many answers end in one turn; one look is enough for them. */
  const look = () => {
    if (performance.now() - lookedAt > 20) lookAtAll();
  };
  const lookAtAll = () => {
    const now = performance.now();
    // After a stall of this process or of the machine nobody is slow because of us.
    const stalledMs = Math.max(0, now - lookedAt - 2 * limits.intervalMs);
    lookedAt = now;
    if (stalledMs > 0) for (const reader of readers.values()) reader.forgive(stalledMs);
    const waiting: { reader: Reader; bytes: number; stalledMs: number }[] = [];
    let sum = 0;
    for (const reader of readers.values()) {
      const stalledMs = reader.stalledFor(now, limits.step);
      const bytes = reader.waitingBytes;
      if (bytes === 0) continue;
      const isPile = reader.responses.size > 1 && bytes > limits.maxSocketBytes;
      if (isPile || stalledMs >= limits.timeoutMs) {
        reader.socket.destroy();
        continue;
      }
      // A message to a thousand subscribers waits a thousand times for a moment, and is one piece of memory.
      if (reader.isWebsocket && stalledMs < limits.websocketStallMs) continue;
      sum += bytes;
      waiting.push({ reader, bytes, stalledMs });
    }
    if (sum <= limits.maxBytes) return;
    waiting.sort((a, b) => b.stalledMs - a.stalledMs || b.bytes - a.bytes);
    for (const { reader, bytes } of waiting) {
      if (sum <= limits.maxBytes) return;
      reader.socket.destroy();
      sum -= bytes;
    }
  };
  const timer = setInterval(lookAtAll, limits.intervalMs).unref();
  server.once("close", () => clearInterval(timer));
}
