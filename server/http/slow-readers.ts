import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { availableMemory } from "#db/shared-buffers.ts";
import { whenAnswered } from "#server/metrics/when-answered.ts";

export interface ReaderLimits {
  /** Milliseconds in which a client must read `step` bytes, or everything that is pending. */
  readonly timeoutMs: number;
  readonly step: number;
  /**
   * Maximum bytes of several answers that may be pending for one client. The producer of a single answer
   * limits its size.
   */
  readonly maxSocketBytes: number;
  /** Maximum bytes that may be pending for all clients together. */
  readonly maxBytes: number;
  /**
   * Milliseconds without progress after which a websocket's pending bytes count towards `maxBytes`: many
   * websockets may share the same buffer.
   */
  readonly websocketStallMs: number;
  /** Maximum pending requests of one connection. */
  readonly maxPipelined: number;
  /** Milliseconds between two checks of all connections. */
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

/** Fields of a socket that Node documents only in part; net.js uses the same two for its own timeouts. */
interface Sending {
  /** Bytes written to the system or waiting to be written. */
  readonly _bytesDispatched?: number;
  /** `writeQueueSize`: the waiting ones. */
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** The pending bytes of one connection (docs/why/server.md). */
class Reader {
  readonly socket: Socket;
  /** Unfinished answers, in the order of their requests. */
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
    // Of pipelined requests only one answer has the socket; the others buffer their writes.
    for (const response of this.responses) {
      if (response.socket === null) bytes += response.writableLength;
    }
    return bytes;
  }

  /** Excludes time in which this process itself was stalled. */
  forgive(ms: number): void {
    if (this.#since !== undefined) this.#since += ms;
  }

  /** @returns milliseconds since the client last made a step of progress; 0 when nothing is pending */
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
 * Closes connections of clients that do not read their answers, so that answers never fill the memory:
 * clients without progress for `timeoutMs`, clients with too many pending bytes, and, above the total limit,
 * those without progress for longest. Websockets count too (docs/why/server.md).
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
    // The answer is complete, so pending bytes may now exceed a limit.
    response.once("prefinish", () => setImmediate(look));
  });

  server.prependListener("upgrade", (_request, socket: Socket) => {
    const reader = readers.get(socket);
    if (reader) reader.isWebsocket = true;
  });

  let lookedAt = performance.now();
  /** Many answers end in one turn; one check covers them. */
  const look = () => {
    if (performance.now() - lookedAt > 20) lookAtAll();
  };
  const lookAtAll = () => {
    const now = performance.now();
    // After a stall of this process or machine no client counts as slow.
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
      // A message to a thousand subscribers is briefly pending a thousand times, but is one buffer.
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
