import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Faults between two machines: `refuse` answers 503 without forwarding, `silent` never answers, `lose` forwards and
 * closes the connection instead of answering, `cut` breaks off in the middle of the answer, `half` sends half of it
 * as the whole, `mistag` answers with another ETag.
 */
export type LineFault = "none" | "refuse" | "silent" | "lose" | "cut" | "half" | "mistag";

export interface FailingProxy {
  readonly url: string;
  fault: LineFault;
  /** Number of received requests. */
  readonly asked: () => number;
  stop(): Promise<void>;
}

/** A proxy to a service on this machine that can fail in several ways. */
export async function startFailingProxy(target: string): Promise<FailingProxy> {
  const { hostname, port } = new URL(target);
  let asked = 0;

  const server = createServer((incoming, outgoing) => {
    asked += 1;
    incoming.on("error", () => undefined);
    const { fault } = proxy;
    if (fault === "silent") {
      incoming.resume();
      return;
    }
    if (fault === "refuse") {
      incoming.resume();
      outgoing.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
      return;
    }
    const { method, url = "", headers } = incoming;
    // S3's answer to parts with unknown tags; the server used here accepts any.
    if (fault === "mistag" && method === "POST" && url.includes("uploadId=")) {
      incoming.resume();
      outgoing.writeHead(400).end("<Error><Code>InvalidPart</Code></Error>");
      return;
    }
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      void pass(answer, outgoing, fault);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });

  const proxy: FailingProxy = {
    url: "",
    fault: "none",
    asked: () => asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}

async function pass(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  fault: LineFault,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const start = body.subarray(0, Math.floor(body.byteLength / 2));
  const headers = { ...answer.headers };
  delete headers["transfer-encoding"];
  if (answer.statusCode !== 304) headers["content-length"] ??= String(body.byteLength);
  if (fault === "lose") {
    outgoing.destroy();
    return;
  }
  if (fault === "mistag" && headers.etag) headers.etag = '"00000000000000000000000000000000"';
  if (fault === "half" && body.byteLength > 0) headers["content-length"] = String(start.byteLength);
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  if (fault === "half") outgoing.end(start);
  else if (fault === "cut" && body.byteLength > 0) {
    outgoing.write(start, () => outgoing.destroy());
  } else outgoing.end(body);
}
