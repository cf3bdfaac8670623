import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SmsRefused, sendSms } from "./webhook.server.ts";

const received: { headers: IncomingHttpHeaders; body: unknown }[] = [];
let status = 200;
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    received.push({ headers: request.headers, body: JSON.parse(text) });
    response.writeHead(status, { Location: "http://127.0.0.1:1/" }).end("{}");
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const url = (credentials = "") =>
  `http://${credentials}127.0.0.1:${(server.address() as AddressInfo).port}/kirim`;
const message = { id: "7b1f", to: "+6281234567890", text: "123456 adalah kode" };

test("the gateway gets number, text and an idempotency id", async () => {
  await sendSms(url("toko:ra%3Ahasia@"), message);
  expect(received.at(-1)).toMatchObject({
    headers: {
      "idempotency-key": "7b1f",
      authorization: `Basic ${Buffer.from("toko:ra:hasia").toString("base64")}`,
    },
    body: message,
  });
});

test("a refusal is final, any other error is retried", async () => {
  status = 400;
  await expect(sendSms(url(), message)).rejects.toThrow(SmsRefused);
  for (status of [429, 503, 302]) {
    const failure = await sendSms(url(), message).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(SmsRefused);
  }
});
