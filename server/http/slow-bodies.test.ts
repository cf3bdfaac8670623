import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitSlowBodies } from "./slow-bodies.ts";

const server = createServer(async (incoming, response) => {
  let size = 0;
  try {
    for await (const chunk of incoming) size += chunk.length;
  } catch {
    // The connection was cut; an answer would reach no client.
  }
  response.end(String(size));
});
limitSlowBodies(server, { whole: 1500, progress: 1500, step: 2000 });
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * Sends sixty pieces with pauses.
 * @returns the answer, or `cut`
 */
function drip(path: string, bytes: number): Promise<string> {
  return new Promise((resolve) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, path, method: "POST", host: "127.0.0.1" });
    asked.on("response", (answer) => {
      answer.setEncoding("utf8").on("data", (text: string) => resolve(text));
    });
    asked.on("error", () => resolve("cut"));
    let sent = 0;
    const timer = setInterval(() => {
      if (sent++ < 60) asked.write("x".repeat(bytes));
      else {
        clearInterval(timer);
        asked.end();
      }
    }, 50);
  });
}

test("an upload may be slow while it progresses, other bodies may not", async () => {
  const [moving, stuck, form] = await Promise.all([
    drip("/storage/v1/object/a/b", 5000),
    drip("/storage/v1/object/a/b", 1),
    drip("/functions/v1/x", 50),
  ]);
  expect([moving, stuck, form]).toEqual(["300000", "cut", "cut"]);
});
