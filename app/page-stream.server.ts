import { Writable } from "node:stream";

/**
 * Where React writes a page. React writes pieces of two kilobytes and says `flush` when a part of the page is
 * complete; each part leaves as one piece, which saves most of the work of sending it, and streaming stays.
 */
export class PageStream extends Writable {
  readonly readable: ReadableStream<Uint8Array>;
  private readonly pending: Uint8Array[] = [];
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** @param onEnd the page is complete @param onCancel whoever asked for the page has gone */
  constructor(onEnd: () => void, onCancel: () => void) {
    super();
    this.readable = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
      },
      cancel: () => {
        this.controller = undefined;
        onCancel();
        this.destroy();
      },
    });
    this.once("finish", () => {
      this.flush();
      this.controller?.close();
      onEnd();
    });
    this.once("error", (error) => {
      this.controller?.error(error);
      onEnd();
    });
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.pending.push(chunk);
    done();
  }

  /** Called by React after each completed part. */
  flush(): void {
    if (this.pending.length === 0) return;
    this.controller?.enqueue(Buffer.concat(this.pending));
    this.pending.length = 0;
  }
}
