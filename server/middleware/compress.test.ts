import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { compress } from "./compress.ts";
import type { Facts } from "./request-facts.ts";

// It puts its own Response, whose headers are another object once its body was read, in the place of the global one.
getRequestListener(() => new Response());

const text = "Tas kanvas dengan nama Anda. ".repeat(400);
const opened = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
} as const;

function app(body: () => BodyInit, headers: Record<string, string> = {}) {
  const made = new Hono<Facts>().use(compress());
  return made.get(
    "/",
    () => new Response(body(), { headers: { "Content-Type": "text/html", ...headers } }),
  );
}
const ask = async (from: ReturnType<typeof app>, accepts: string) => {
  const answer = await from.request("/", { headers: { "Accept-Encoding": accepts } });
  return { answer, body: Buffer.from(await answer.arrayBuffer()) };
};

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0.2, gzip", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["zstd", "identity"],
] as const)(
  "who accepts %s gets %s, of an answer whose length is known and of a stream",
  async (accepts, expected) => {
    for (const headers of [{ "Content-Length": String(text.length) }, {}] as Record<
      string,
      string
    >[]) {
      const { answer, body } = await ask(
        app(() => text, headers),
        accepts,
      );
      expect(answer.headers.get("content-encoding") ?? "identity").toBe(expected);
      expect(answer.headers.get("vary")).toContain("Accept-Encoding");
      expect(opened[expected](body).toString()).toBe(text);
      const length = answer.headers.get("content-length");
      if (length !== null) expect(Number(length)).toBe(body.length);
      if (expected !== "identity") expect(body.length).toBeLessThan(text.length / 20);
    }
  },
);

test("each piece of a stream arrives before the next one is written", async () => {
  let write = (_: string) => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (piece) => controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  const answer = await app(() => body).request("/", { headers: { "Accept-Encoding": "br" } });
  const unpacked = createBrotliDecompress();
  const pieces = unpacked[Symbol.asyncIterator]();
  const reader = answer.body?.getReader();
  for (const piece of ["<html>", "<body>later"]) {
    write(piece);
    const arrived = pieces.next();
    const compressed = await reader?.read();
    unpacked.write(compressed?.value);
    expect(String((await arrived).value)).toBe(piece);
  }
  await reader?.cancel();
});

test("pictures, and what is compressed already, stay as they are", async () => {
  const kept: Record<string, string>[] = [
    { "Content-Type": "image/png" },
    { "Content-Encoding": "zstd" },
  ];
  for (const headers of kept) {
    const { body } = await ask(
      app(() => text, headers),
      "br, gzip",
    );
    expect(body.toString()).toBe(text);
  }
});
