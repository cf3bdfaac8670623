import type { IncomingMessage, Server } from "node:http";

export interface BodyTimeouts {
  /** Milliseconds in which a whole body must arrive. */
  readonly whole: number;
  /** Milliseconds in which an upload must send at least `step` bytes more. */
  readonly progress: number;
  readonly step: number;
}

const usual: BodyTimeouts = { whole: 30_000, progress: 30_000, step: 64 * 1024 };

/**
 * Closes connections whose body arrives so slowly that it can only be an attack. Uploads may take as long as
 * they progress; Node's own limit counts the whole request and would cut every large one.
 */
export function limitSlowBodies(server: Server, timeoutMs: BodyTimeouts = usual): void {
  server.prependListener("request", (request: IncomingMessage) => {
    const { headers } = request;
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"]);
    if (!hasBody) return;
    const isUpload = request.url?.startsWith("/storage/v1/") ?? false;
    let seen = request.socket.bytesRead;
    const timer = setInterval(
      () => {
        const read = request.socket.bytesRead;
        // Unread data waits for our disk or database, so the client is not slow.
        const isOurs = request.readableLength > 0;
        if (request.complete) clearInterval(timer);
        else if (isUpload && (isOurs || read - seen >= timeoutMs.step)) seen = read;
        else request.destroy();
      },
      isUpload ? timeoutMs.progress : timeoutMs.whole,
    );
    timer.unref();
    request.once("close", () => clearInterval(timer));
  });
}
