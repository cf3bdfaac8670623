import { Writable } from "node:stream";
import { inertModule, inertPreload } from "./browser/late-scripts.ts";

/** Makes the scripts of a page's first part wait, in place: see browser/late-scripts.ts. */
function delayScripts(part: Buffer): void {
  const preload = 'rel="modulepreload"';
  for (let at = part.indexOf(preload); at >= 0; at = part.indexOf(preload, at)) {
    part.write(inertPreload, at);
  }
  const script = part.lastIndexOf('type="module" async=""');
  if (script >= 0) part.write(inertModule, script);
}

interface PageStreamOptions {
  readonly lateScripts: boolean;
  readonly onEnd: () => void;
  readonly onCancel: () => void;
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

  private readonly lateScripts: boolean;

  /**
   * @param options.lateScripts its scripts wait for its pictures
   * @param options.onEnd the page is complete
   * @param options.onCancel whoever asked for the page has gone
   */
  constructor({ lateScripts, onEnd, onCancel }: PageStreamOptions) {
    super();
    this.lateScripts = lateScripts;
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
    if (this.lateScripts && !this.hasBegun) delayScripts(part);
    this.controller?.enqueue(part);
    this.hasBegun = true;
  }
}
