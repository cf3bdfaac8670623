import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Program, removeFolder, startProgram } from "#tests/support/runner/program.ts";

/*
 * Fault R18 and threat T37 on the whole program: one address opens as many connections as it can. The program may
 * open 512 files and so 416 connections, of which an address has 104.
 */

const [attacker, proxy, shopper] = ["127.0.0.2", "127.0.0.3", "127.0.0.4"];
const attempts = 500;
let program: Program;
let apikey = "";

beforeAll(async () => {
  program = await startProgram({
    limits: "ulimit -n 512",
    env: { TRUSTED_PROXIES: proxy, HOST: "127.0.0.1" },
  });
  apikey = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8")).publishable;
}, 60_000);
afterAll(async () => {
  await program.stop();
  await removeFolder(program.dataDir);
});

const sockets: Socket[] = [];
const live: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const socket of live.splice(0)) socket.terminate();
});

const port = () => Number(new URL(program.url).port);

/** A connection that is open, or was refused. */
async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: port(), host: "127.0.0.1", localAddress });
  sockets.push(socket);
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  return socket;
}

/** Sends a request on a separate connection. @returns the status; 0 when the connection was closed without an answer */
async function get(localAddress: string, address: string, headers = {}): Promise<number> {
  const asked = request({
    port: port(),
    host: "127.0.0.1",
    localAddress,
    path: address,
    agent: false,
    headers: { connection: "close", ...headers },
  });
  asked.end();
  try {
    const [answer] = await once(asked, "response");
    answer.resume();
    await once(answer, "end");
    return answer.statusCode;
  } catch {
    return 0;
  }
}

/** A websocket that sends a heartbeat. @returns whether the server accepted it */
async function openLive(localAddress: string, headers = {}): Promise<boolean> {
  const socket = new WebSocket(
    `ws://127.0.0.1:${port()}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`,
    { localAddress, headers },
  );
  live.push(socket);
  socket.on("error", () => undefined);
  return new Promise((resolve) => {
    socket.once("open", () => {
      socket.send(JSON.stringify([null, "1", "phoenix", "heartbeat", {}]));
      resolve(true);
    });
    socket.once("close", () => resolve(false));
  });
}

const inParts = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  while (all.length < count) all.push(...(await Promise.all(Array.from({ length: 50 }, make))));
  return all;
};

test("T37: an address that opens silent connections has a share of them, and others are answered", async () => {
  await inParts(attempts, () => open(attacker));
  expect(await get(shopper, "/Shop")).toBe(200);
  // A request from the same address replaces a connection without a request.
  expect(await get(attacker, "/Shop")).toBe(200);
  const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
  await expect.poll(() => sockets.filter(isOpen).length).toBeLessThanOrEqual(104);
});

test("T37: a few addresses that open silent connections together lock no visitor out", async () => {
  for (let last = 11; last <= 16; last++) await inParts(150, () => open(`127.0.0.${last}`));
  expect(await get(shopper, "/Shop")).toBe(200);
  expect(await get(shopper, "/")).toBe(200);
});

test("T37: an address that sends heads without an end leaves room for everybody else", async () => {
  await inParts(attempts, async () => {
    const socket = await open(attacker);
    socket.write("GET /Shop HTTP/1.1\r\nHost: shop\r\nX-Slow: ");
  });
  expect(await get(shopper, "/Shop")).toBe(200);
  expect(await get(attacker, "/Shop")).toBe(200);
});

test("T37: an address that sends bodies without an end leaves room for everybody else", async () => {
  await inParts(attempts, async () => {
    const socket = await open(attacker);
    socket.write(
      `POST /rest/v1/rpc/x HTTP/1.1\r\nHost: shop\r\napikey: ${apikey}\r\nContent-Length: 100\r\n\r\n{`,
    );
  });
  expect(await get(shopper, "/Shop")).toBe(200);
});

test("R18: websockets of one address have a share, those of all another, and pages the rest", async () => {
  const ofOne = await inParts(attempts, () => openLive(attacker));
  expect(ofOne.filter(Boolean)).toHaveLength(52);
  expect(await get(shopper, "/Shop")).toBe(200);
  expect(await get(attacker, "/Shop")).toBe(200);
  expect(await openLive(shopper)).toBe(true);
  // Many addresses behind a proxy.
  let address = 0;
  const ofAll = await inParts(attempts, () =>
    openLive(proxy, { "x-forwarded-for": `2001:db8:${(++address).toString(16)}::1` }),
  );
  expect(ofAll.filter(Boolean)).toHaveLength(208 - 53);
  expect(await get(shopper, "/Shop")).toBe(200);
  expect(await get(proxy, "/Shop", { "x-forwarded-for": "203.0.113.9" })).toBe(200);
});

test("R18: behind a proxy each visitor has a share of websockets, and an IPv6 network counts as one", async () => {
  let last = 0;
  const ofOne = await inParts(100, () =>
    openLive(proxy, { "x-forwarded-for": `2001:db8:0:1::${(++last).toString(16)}` }),
  );
  expect(ofOne.filter(Boolean)).toHaveLength(52);
  expect(await openLive(proxy, { "x-forwarded-for": "2001:db8:0:2::1" })).toBe(true);
});

test("T37: behind a proxy each visitor has a share of the requests", async () => {
  await inParts(150, async () => {
    const socket = await open(proxy);
    socket.write(
      `POST /rest/v1/rpc/x HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: 203.0.113.1\r\napikey: ${apikey}\r\nContent-Length: 100\r\n\r\n{`,
    );
  });
  // Pages of the page store cost nothing and are sent all the same.
  expect(await get(proxy, "/Faq?q=bagian", { "x-forwarded-for": "203.0.113.1" })).toBe(429);
  expect(await get(proxy, "/healthz", { "x-forwarded-for": "203.0.113.1" })).toBe(200);
  expect(await get(proxy, "/Faq?q=bagian", { "x-forwarded-for": "203.0.113.2" })).toBe(200);
});

test("a proxy may have more connections than a visitor", async () => {
  await inParts(200, () => open(proxy));
  expect(await get(proxy, "/Shop", { "x-forwarded-for": "203.0.113.9" })).toBe(200);
  const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
  expect(sockets.filter(isOpen)).toHaveLength(200);
});

test("T37: a connection that sends nothing, or does not complete its head, is closed", {
  timeout: 30_000,
}, async () => {
  const silent = await open(attacker);
  const slow = await open(attacker);
  slow.write("GET /Shop HTTP/1.1\r\nHost: shop\r\n");
  const dripping = await open(attacker);
  const drip = setInterval(() => dripping.write("X"), 1_000);
  await Promise.all(
    [silent, slow, dripping].map((socket) => {
      socket.resume();
      return once(socket, "close");
    }),
  );
  clearInterval(drip);
});
