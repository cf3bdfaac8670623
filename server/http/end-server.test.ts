import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { prepareEnd } from "./end-server.ts";

const timeoutMs = 60_000;
const clients = new Set<Socket>();
afterEach(() => {
  for (const client of clients) client.destroy();
  clients.clear();
});

/** A server with keep-alive connections that outlast the test. */
async function serve(answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: timeoutMs }, answer);
  const end = prepareEnd(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const client = connect(port, "127.0.0.1");
    clients.add(client);
    // A client that the server cuts off in mid-message gets a reset, which also ends the connection.
    client.on("error", () => undefined);
    await once(client, "connect");
    return client;
  };
  return { end, open, port };
}
const question = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";

test("connections without a running request are closed at once", async () => {
  const { end, open } = await serve((_, response) => response.end("answered"));
  const asked = await open();
  asked.write(question);
  await once(asked, "data");
  const [silent, half] = [await open(), await open()];
  half.write("GET / HT");
  const closed = [asked, silent, half].map(
    (client) => new Promise((resolve) => client.once("close", resolve)),
  );
  await end({ graceMs: 0, timeoutMs: timeoutMs });
  await Promise.all(closed);
});

test("a running request is answered with Connection: close, and its connection closes", async () => {
  const waiting: ServerResponse[] = [];
  const asked = Promise.withResolvers<void>();
  const { end, open } = await serve((_, response) => {
    waiting.push(response);
    asked.resolve();
  });
  const client = await open();
  client.write(question);
  await asked.promise;
  const ended = end({ graceMs: 0, timeoutMs: timeoutMs });
  waiting[0]?.end("answered");
  const answer = await text(client);
  await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\nConnection: close\r\n/);
  expect(answer).toMatch(/answered$/);
});

test("a response that has begun is completed", async () => {
  const waiting: ServerResponse[] = [];
  const { end, open } = await serve((_, response) => {
    response.writeHead(200, { "Content-Length": "8" });
    response.write("answ");
    waiting.push(response);
  });
  const client = await open();
  const answer = text(client);
  client.write(question);
  await once(client, "data");
  const ended = end({ graceMs: 0, timeoutMs: timeoutMs });
  waiting[0]?.end("ered");
  await ended;
  expect(await answer).toMatch(/answered$/);
});

test("a request that takes longer than the timeout is cut off", async () => {
  const asked = Promise.withResolvers<void>();
  const { end, open } = await serve(() => asked.resolve());
  const client = await open();
  client.write(question);
  await asked.promise;
  const closed = once(client, "close");
  await end({ graceMs: 0, timeoutMs: 10 });
  await closed;
});

test("during the grace period each connection gets one more response, with Connection: close", async () => {
  const { end, open } = await serve((_, response) => response.end("answered"));
  const persistent = await open();
  persistent.write(question);
  await once(persistent, "data");
  const before = await open();
  const ended = end({ graceMs: timeoutMs, timeoutMs: timeoutMs });
  const during = await open();
  const answers = [persistent, before, during].map((client) => text(client));
  for (const client of [persistent, before, during]) client.write(question);
  for (const answer of answers) {
    expect(await answer).toMatch(/\r\nConnection: close\r\n/);
    expect(await answer).toMatch(/answered$/);
  }
  // No connection is open any more, so the end does not wait out the grace period.
  await ended;
});

test("an abort of the hurry signal ends the grace period", async () => {
  const { end, open } = await serve((_, response) => response.end("answered"));
  const silent = await open();
  const closed = once(silent, "close");
  const hurry = new AbortController();
  const ended = end({ graceMs: timeoutMs, timeoutMs: timeoutMs, hurry: hurry.signal });
  hurry.abort();
  await closed;
  await ended;
});

test("a connection opened at the very end is still answered", async () => {
  const { end, open } = await serve((_, response) => response.end("answered"));
  const late = Promise.withResolvers<void>();
  const client = await open();
  const ended = end({ graceMs: 1, timeoutMs: timeoutMs, onClosed: () => late.resolve() });
  await late.promise;
  client.write(question);
  expect(await text(client)).toMatch(/answered$/);
  await ended;
});

test("connections that are not yet accepted when the port closes still get a response", async () => {
  const { end, port } = await serve((_, response) => response.end("answered"));
  const answers: Promise<string>[] = [];
  const onClosed = () => {
    for (let count = 0; count < 20; count++) {
      const client = connect(port, "127.0.0.1");
      clients.add(client);
      client.write(question);
      answers.push(text(client));
    }
  };
  await end({ graceMs: 1, timeoutMs, onClosed });
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/answered$/);
});

test("an answer that its client has not read yet arrives whole", async () => {
  // More than the buffers of both ends of a connection hold.
  const body = "x".repeat(16 * 2 ** 20);
  const asked = Promise.withResolvers<void>();
  const { end, open } = await serve((_, response) => {
    response.end(body);
    asked.resolve();
  });
  const client = await open();
  client.write(question);
  await asked.promise;
  const ended = end({ graceMs: 0, timeoutMs });
  const answer = await text(client);
  await ended;
  expect(answer.length).toBeGreaterThan(body.length);
});
