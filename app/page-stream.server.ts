import { Writable } from "node:stream";
import { inertModule, inertPreload } from "./browser/late-scripts.ts";

/** Makes the scripts of a page's first part wait, in place: see browser/late-scripts.ts. */
function delayScripts(part: Buffer): void {
  const preload = 'rel="modulepreload"';
  const head = part.subarray(0, part.indexOf("</head>"));
  for (let at = head.indexOf(preload); at >= 0; at = head.indexOf(preload, at)) {
    head.write(inertPreload, at);
  }
  const script = part.lastIndexOf('type="module" async=""');
  if (script >= 0) part.write(inertModule, script);
}

interface PageStreamOptions {
  readonly lateScripts: boolean;
  readonly onEnd: () => void;
  readonly onCancel: () => void;
}

/** How long a page may take after its first part and still leave in one piece, in milliseconds. */
const patience = 20;

/**
 * Where React writes a page. React writes pieces of two kilobytes and says `flush` when a part of the page is
 * complete. Nearly every page is complete at once and leaves as one piece, which saves most of the work of sending
 * it; one whose data is slow streams part by part.
 */
export class PageStream extends Writable {
  private readonly options: PageStreamOptions;
  private readonly pending: Uint8Array[] = [];
  private parts: Buffer[] = [];
  private hasBegun = false;
  private isComplete = false;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private readonly ended: Promise<void>;
  private complete: () => void = () => undefined;

  /**
   * @param options.lateScripts its scripts wait for its pictures
   * @param options.onEnd the page is complete
   * @param options.onCancel whoever asked for the page has gone
   */
  constructor(options: PageStreamOptions) {
    super();
    this.options = options;
    this.ended = new Promise((resolve, reject) => {
      this.complete = resolve;
      this.once("error", (error) => {
        this.controller?.error(error);
        options.onEnd();
        reject(error);
      });
    });
    // Whoever streams by then learns of it from the stream.
    this.ended.catch(() => undefined);
  }

  /** The whole page when it is complete soon, else a stream of it. */
  async body(): Promise<Buffer<ArrayBuffer> | ReadableStream<Uint8Array>> {
    const timeout = Symbol("timeout");
    let timer: ReturnType<typeof setTimeout> | undefined;
    const first = await Promise.race([
      this.ended,
      new Promise((resolve) => {
        timer = setTimeout(resolve, patience, timeout);
      }),
    ]);
    clearTimeout(timer);
    if (first !== timeout) return Buffer.concat(this.parts);
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const part of this.parts) controller.enqueue(part);
        this.parts = [];
        if (this.isComplete) controller.close();
        else this.controller = controller;
      },
      cancel: () => {
        this.controller = undefined;
        this.options.onCancel();
        this.destroy();
      },
    });
  }

  /** Nothing here ever has to wait, so the ways of a stream that may have to are left out: there are dozens of pieces. */
  override write(chunk: Uint8Array | string): boolean {
    this.pending.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    return true;
  }

  override end(): this {
    this.flush();
    this.isComplete = true;
    this.controller?.close();
    this.options.onEnd();
    this.complete();
    return this;
  }

  /** Called by React after each completed part. Joined at once: pieces that are kept until the end cost 30 MB under load. */
  flush(): void {
    if (this.pending.length === 0) return;
    const part = Buffer.concat(this.pending);
    this.pending.length = 0;
    if (this.options.lateScripts && !this.hasBegun) delayScripts(part);
    this.hasBegun = true;
    if (this.controller) this.controller.enqueue(part);
    else this.parts.push(part);
  }
}
