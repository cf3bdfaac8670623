import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { whenAnswered } from "./when-answered.ts";

test("T37: pipelined requests of a closed connection are not waited for", async () => {
  const responses: ServerResponse[] = [];
  let done = 0;
  const server = createServer((request, response) => {
    responses.push(response);
    whenAnswered(response, request.socket, () => done++);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  client.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(4));
  await expect.poll(() => responses.length).toBe(4);
  responses[0]?.end("answered");
  await expect.poll(() => done).toBe(1);
  client.destroy();
  await expect.poll(() => done).toBe(4);
});
