import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";

/*
 * What is to be sent waits for the end of this turn of the event loop, and goes with one write a connection (decision 0040). A write is a
 * call of the system that wakes the other side and costs far more than the bytes; while a process is busy several messages
 * come in one turn, and then the thousand subscribers of a channel get them with a thousand writes and not several
 * thousand. A message that comes alone leaves as soon as ever.
 */

const waiting = new Set<Outbox>();

/** Subscribers of one channel have the same frames waiting, so they are joined once. */
let joined: { readonly frames: readonly Buffer[]; readonly bytes: Buffer } | undefined;

/** The frames that one connection is to be sent. */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  #frames: Buffer[] = [];
  #bytes = 0;

  /** @param stream what the websocket was made of; it neither masks nor compresses what it sends */
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

  /** Sends what waits, now. Once a websocket has said goodbye nothing may follow. */
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
