import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

interface Counted extends Duplex {
  readonly bytesRead: number;
}

/**
 * Times out only late clients, not clients that waited for this process. After a stall (a paused machine, an
 * unresponsive disk) Node checks its timeouts before it reads: a request that already waits unread counts as
 * missing, and its client gets a reset instead of a 408. So each timeout first lets the process read pending
 * data (docs/why/server.md).
 * @param headersMs milliseconds that the rest of a request's head may then take
 */
export function forgiveOwnDelays(server: Server, headersMs: number): void {
  const late = new Map<Duplex, NodeJS.Timeout>();
  const forget = (socket: Duplex) => {
    clearTimeout(late.get(socket));
    late.delete(socket);
  };
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    forget(request.socket);
    answers.set(request.socket, response);
  });
  // Idle for the keep-alive timeout.
  server.on("timeout", (socket) => afterReading(socket, () => socket.destroy()));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const refuse = () => refuseRequest(error.code, socket, answers.get(socket));
    if (error.code !== "ERR_HTTP_REQUEST_TIMEOUT") return refuse();
    afterReading(socket as Counted, refuse, () => {
      // Node checks this connection again only on its next request, so this timer covers clients that send a
      // byte now and then.
      late.set(socket, setTimeout(refuse, headersMs).unref());
      socket.once("close", () => forget(socket));
    });
  });
}

/** The first turn follows the event loop's read phase; the second covers data that one turn could not read. */
function afterReading(socket: Counted, giveUp: () => void, goOn?: () => void): void {
  const before = socket.bytesRead;
  setImmediate(() =>
    setImmediate(() => {
      if (socket.destroyed) return;
      if (socket.bytesRead === before) giveUp();
      else goOn?.();
    }),
  );
}

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Rejects a malformed request as Node does: never in the middle of the answer to an earlier request. */
function refuseRequest(
  code: string | undefined,
  socket: Duplex,
  current: ServerResponse | undefined,
): void {
  const isAnswering = current?.headersSent && !current.writableFinished;
  if (!socket.writable || isAnswering || code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status = statuses[code ?? ""] ?? 400;
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
  socket.end(answer, () => socket.destroy());
}
