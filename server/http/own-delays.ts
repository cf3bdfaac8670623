import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

interface Counted extends Duplex {
  readonly bytesRead: number;
}

/**
 * Hangs up only on who was late, not on who waited for us. After a stall (a machine that was paused, a disk that did not
 * answer) Node looks at its clocks before it reads: a request that lay there the whole time counts as one that never came,
 * and because its bytes are still unread the client gets a reset and no 408. So each limit first lets the process read what
 * is there (decision 0071). @param headersMs how long the rest of a request's head may take after that
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
  // Quiet for as long as a connection is kept open between two requests.
  server.on("timeout", (socket) => afterReading(socket, () => socket.destroy()));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const refuse = () => refuseRequest(error.code, socket, answers.get(socket));
    if (error.code !== "ERR_HTTP_REQUEST_TIMEOUT") return refuse();
    afterReading(socket as Counted, refuse, () => {
      // Node looks at this connection no more until its next request, so whoever sends a byte now and then is ours.
      late.set(socket, setTimeout(refuse, headersMs).unref());
      socket.once("close", () => forget(socket));
    });
  });
}

/** Reading comes between the timers and the first of these turns; the second is for what a full turn could not take. */
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

/** As Node itself refuses what is no request: never in the middle of an answer to the request before it. */
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
