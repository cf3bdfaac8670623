import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { forgiveOwnDelays } from "./own-delays.ts";

/* Simulates a stalled process: data that clients sent meanwhile is unread when the timeouts are checked. */

const headersTimeout = 300;
const keepAliveTimeout = 200;
const servers: Server[] = [];
const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(isForgiving: boolean): Promise<Server> {
  const server = createServer(
    { headersTimeout, keepAliveTimeout, requestTimeout: 5_000, connectionsCheckingInterval: 20 },
    (_request, response) => response.end("ok"),
  );
  if (isForgiving) forgiveOwnDelays(server, headersTimeout);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Blocks this thread, as if the machine had been paused. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, headersTimeout * 4);
}

/**
 * A client in a thread of its own that sends one text after the other.
 * @returns the received text, or the error's code
 */
function client(server: Server, ...texts: readonly (readonly [pause: number, text: string])[]) {
  const { port } = server.address() as AddressInfo;
  const worker = new Worker(
    `const { workerData, parentPort } = require("node:worker_threads");
     const socket = require("node:net").connect(workerData.port, "127.0.0.1");
     let got = "";
     socket.on("data", (bytes) => { got += bytes; parentPort.postMessage({ part: got }); });
     socket.on("error", (error) => { got += error.code; });
     socket.on("close", () => parentPort.postMessage({ end: got }));
     let wait = 0;
     for (const [pause, text] of workerData.texts) setTimeout(() => socket.write(text), wait += pause);`,
    { eval: true, workerData: { port, texts } },
  );
  workers.push(worker);
  const parts: string[] = [];
  const ended = new Promise<string>((resolve) => {
    worker.on("message", ({ part, end }: { part?: string; end?: string }) => {
      if (part !== undefined) parts.push(part);
      if (end !== undefined) resolve(end);
    });
  });
  return { parts, ended };
}

const asked = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

test.each([
  [true, /^HTTP\/1\.1 200/],
  // Node's own behaviour; if this case fails, `forgiveOwnDelays` may be unnecessary.
  [false, /ECONNRESET/],
])("a request that waited while the process was blocked (allowance: %s)", async (forgives, got) => {
  const server = await serve(forgives);
  server.once("connection", standStill);
  expect(await client(server, [50, asked]).ended).toMatch(got);
});

test("a second request on a keep-alive connection, sent while the process was blocked", async () => {
  const server = await serve(true);
  const persistent = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  server.once("request", (_request, response) => {
    response.once("finish", () => setTimeout(standStill, keepAliveTimeout / 4));
  });
  const { ended } = client(server, [0, persistent], [keepAliveTimeout, asked]);
  expect((await ended).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test("R17: a client that is slow itself gets 408, also when it sends a byte now and then", async () => {
  const server = await serve(true);
  const drops = Array.from({ length: 40 }, () => [50, "x"] as const);
  const [silent, slow] = await Promise.all([
    client(server, [0, "GET / HT"]).ended,
    client(server, [0, "GET / HTTP/1.1\r\nX: "], ...drops).ended,
  ]);
  expect(silent).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close/);
  expect(slow).toMatch(/^HTTP\/1\.1 408/);
});

test("an invalid request is still refused", async () => {
  const server = await serve(true);
  const long = `GET / HTTP/1.1\r\nX: ${"x".repeat(40_000)}\r\n\r\n`;
  const [nonsense, header] = await Promise.all([
    client(server, [0, "hello\r\n\r\n"]).ended,
    client(server, [0, long]).ended,
  ]);
  expect(nonsense).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  expect(header).toMatch(/^HTTP\/1\.1 431/);
});
