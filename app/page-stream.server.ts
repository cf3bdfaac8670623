import { Writable } from "node:stream";
import { inertModule, inertPreload } from "./browser/late-scripts.ts";

/** Makes the scripts of a page wait for its pictures, in place (decision 0007): see browser/late-scripts.ts. */
function delayScripts(page: Buffer): void {
  const preload = 'rel="modulepreload"';
  const head = page.subarray(0, page.indexOf("</head>"));
  for (let at = head.indexOf(preload); at >= 0; at = head.indexOf(preload, at)) {
    head.write(inertPreload, at);
  }
  const script = page.lastIndexOf('type="module" async=""');
  if (script >= 0) page.write(inertModule, script);
}

/**
 * Where React writes a page, in pieces of two kilobytes. A page leaves as one piece once all of it is there: no page has parts
 * that come later, and one piece saves most of the work of sending it.
 */
export class PageStream extends Writable {
  private readonly pieces: Uint8Array[] = [];
  private readonly lateScripts: boolean;
  private readonly ended = Promise.withResolvers<void>();

  /** @param options.lateScripts the page's scripts wait for its pictures */
  constructor(options: { readonly lateScripts: boolean }) {
    super();
    this.lateScripts = options.lateScripts;
    this.once("error", (error) => this.ended.reject(error));
  }

  /** The whole page. @throws React's error when rendering failed */
  async body(): Promise<Buffer<ArrayBuffer>> {
    await this.ended.promise;
    const page = Buffer.concat(this.pieces);
    if (this.lateScripts) delayScripts(page);
    return page;
  }

  /** Writes never wait, so this omits the stream methods for backpressure: there are dozens of chunks. */
  override write(chunk: Uint8Array | string): boolean {
    this.pieces.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    return true;
  }

  override end(): this {
    this.ended.resolve();
    return this;
  }
}
