import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { limitSlowReaders, type ReaderLimits, readerLimits } from "./slow-readers.ts";

const clients = new Set<Socket>();
afterEach(() => {
  for (const client of clients) client.destroy();
  clients.clear();
});

/** More than the system's socket buffer holds for a client that does not read. */
const large = Buffer.alloc(32 * 2 ** 20, "x");
const quick = { ...readerLimits, intervalMs: 20 };

async function serve(limits: Partial<ReaderLimits>, answer: RequestListener) {
  const server = createServer(answer);
  server.on("upgrade", (_, socket) => {
    socket.on("error", () => undefined);
    socket.write(large);
  });
  limitSlowReaders(server, { ...quick, ...limits });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const ends = new Set<Promise<unknown>>();
  server.on("connection", (socket) => ends.add(once(socket, "close")));
  const open = async (): Promise<{ client: Socket; ended: Promise<unknown> }> => {
    const connected = once(server, "connection");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    clients.add(client);
    client.pause();
    client.on("error", () => undefined);
    await once(client, "connect");
    const [socket] = (await connected) as [Socket];
    return { client, ended: once(socket, "close") };
  };
  return open;
}
const question = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";

test("T37: a client that reads nothing is disconnected, one that reads slowly is not", async () => {
  const open = await serve({ timeoutMs: 1_500 }, (_, response) => response.end(large));
  const deaf = await open();
  const slow = await open();
  let taken = 0;
  slow.client.on("data", (chunk: Buffer) => (taken += chunk.length));
  const step = setInterval(() => {
    slow.client.resume();
    setImmediate(() => setImmediate(() => slow.client.pause()));
  }, 50);
  deaf.client.write(question);
  slow.client.write(question);
  await deaf.ended;
  clearInterval(step);
  slow.client.resume();
  await expect.poll(() => taken, { timeout: 10_000 }).toBeGreaterThan(large.length);
});

test("T37: too many unread bytes on one connection close it", async () => {
  const open = await serve({ maxSocketBytes: 2 ** 20 }, (_, response) => response.end(large));
  const { client, ended } = await open();
  client.write(question + question);
  await ended;
});

test("T37: too many pending requests on one connection close it", async () => {
  const open = await serve({ maxPipelined: 3 }, () => undefined);
  const { client, ended } = await open();
  client.write(question.repeat(4));
  await ended;
});

test("T37: when too many bytes wait in total, the client idle longest is closed, others are served", async () => {
  const open = await serve({ maxBytes: 100 * 2 ** 20 }, (_, response) => response.end(large));
  const first = await open();
  first.client.write(question);
  const others = await Promise.all([open(), open(), open()]);
  for (const { client } of others) client.write(question);
  await first.ended;
  for (const { client } of others) {
    let taken = 0;
    client.on("data", (chunk: Buffer) => (taken += chunk.length));
    client.resume();
    await expect.poll(() => taken, { timeout: 10_000 }).toBeGreaterThan(large.length);
  }
});

test("a broadcast closes only the websockets that read nothing", async () => {
  const open = await serve({ maxBytes: 2 ** 20, websocketStallMs: 1_000 }, () => undefined);
  const upgrade =
    "GET / HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  const deaf = await open();
  const taking = await Promise.all([open(), open()]);
  const taken = taking.map(({ client }) => {
    const count = { bytes: 0 };
    client.on("data", (chunk: Buffer) => (count.bytes += chunk.length));
    client.resume();
    return count;
  });
  for (const { client } of [deaf, ...taking]) client.write(upgrade);
  await deaf.ended;
  for (const count of taken)
    await expect.poll(() => count.bytes, { timeout: 10_000 }).toBe(large.length);
});
