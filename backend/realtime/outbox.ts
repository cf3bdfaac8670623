import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";

/*
 * Outgoing frames wait for the end of the event-loop turn and leave with one write a connection (docs/why/storage-and-realtime.md).
 * A write is a system call that wakes the receiver and costs far more than its bytes. A busy process
 * gets several messages in one turn; a thousand subscribers then need a thousand writes and not several
 * thousand. A single message is not delayed.
 */

const waiting = new Set<Outbox>();

/** Subscribers of one channel have the same pending frames, so they are joined once. */
let joined: { readonly frames: readonly Buffer[]; readonly bytes: Buffer } | undefined;

/** The pending frames of one connection. */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  #frames: Buffer[] = [];
  #bytes = 0;

  /** @param stream the websocket's underlying stream; it neither masks nor compresses */
  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket;
    this.#stream = stream;
  }

  /** Bytes that have not left the process. */
  get bufferedBytes(): number {
    return this.#bytes + this.#stream.writableLength;
  }

  add(frame: Buffer): void {
    this.#frames.push(frame);
    this.#bytes += frame.length;
    if (waiting.size === 0) setImmediate(flushAll);
    waiting.add(this);
  }

  /** Sends pending frames now. No frame may follow a close frame. */
  flush(): void {
    waiting.delete(this);
    const frames = this.#frames;
    this.#frames = [];
    this.#bytes = 0;
    const isOpen = this.#socket.readyState === this.#socket.OPEN;
    if (isOpen && frames.length > 0) this.#stream.write(join(frames));
  }
}

function flushAll(): void {
  for (const outbox of [...waiting]) outbox.flush();
  joined = undefined;
}

function join(frames: readonly Buffer[]): Buffer {
  const [only] = frames;
  if (only && frames.length === 1) return only;
  const known = joined?.frames;
  const isSame =
    known?.length === frames.length && frames.every((frame, index) => frame === known[index]);
  if (joined && isSame) return joined.bytes;
  joined = { frames, bytes: Buffer.concat(frames) };
  return joined.bytes;
}
