import { Writable } from "node:stream";

/**
 * A page is complete to look at before its scripts have come: the first part of it, which holds the head, asks for
 * scripts after fonts and pictures. React Router gives its preloads no other priority than the browser's, which is
 * the highest.
 */
function picturesFirst(part: Buffer): Buffer {
  const end = Math.max(0, part.indexOf("</head>"));
  const head = part.toString("utf8", 0, end);
  const changed = head.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  );
  return Buffer.concat([Buffer.from(changed), part.subarray(end)]);
}

/**
 * Where React writes a page. React writes pieces of two kilobytes and says `flush` when a part of the page is
 * complete; each part leaves as one piece, which saves most of the work of sending it, and streaming stays.
 */
export class PageStream extends Writable {
  readonly readable: ReadableStream<Uint8Array>;
  private readonly pending: Uint8Array[] = [];
  private hasBegun = false;
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
    const part = Buffer.concat(this.pending);
    this.pending.length = 0;
    this.controller?.enqueue(this.hasBegun ? part : picturesFirst(part));
    this.hasBegun = true;
  }
}
