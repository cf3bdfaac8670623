import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addressBehind } from "#base/client-address.ts";
import { log } from "#base/log.server.ts";
import { failureAnswer } from "../http/failure.ts";
import { type Facts, requestFacts } from "./request-facts.ts";

let server: Server;
const ended: string[] = [];

beforeAll(async () => {
  const app = new Hono<Facts>();
  app.use(requestFacts(addressBehind([])));
  app.onError(failureAnswer);
  app.post("/reads", async (c) => {
    try {
      return c.text(await c.req.text());
    } finally {
      ended.push("reads");
    }
  });
  app.post("/breaks", () => {
    throw new Error("broken");
  });
  server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a client that disconnects during a request is not logged as a server error", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write("POST /reads HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc");
  await pause(100);
  socket.destroy();
  await vi.waitFor(() => expect(ended).toEqual(["reads"]));
  await pause(50);
  expect(logged.mock.calls).toEqual([]);

  const answer = await fetch(`http://127.0.0.1:${port}/breaks`, { method: "POST" });
  expect(answer.status).toBe(500);
  expect(logged.mock.calls.map(([, text]) => text)).toEqual([
    "an endpoint failed",
    "request failed",
  ]);
  logged.mockRestore();
});
