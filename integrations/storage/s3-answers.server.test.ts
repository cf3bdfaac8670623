import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ObjectStore, StoreUnavailable } from "./object-store.ts";
import { openPlainStore } from "./open-store.server.ts";

/* Invalid S3 responses. `store-unavailable.server.test.ts` tests connection failures. */

let server: Server;
let store: ObjectStore;
let respond: RequestListener = () => undefined;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    incoming.resume();
    respond(incoming, outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  store = openPlainStore(`s3://key:secret@berkas?endpoint=${endpoint}&region=us-east-1`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const failing =
  (status: number, code: string): RequestListener =>
  (_, outgoing) => {
    outgoing.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  };

test.each([
  [403, "AccessDenied"],
  [403, "RequestTimeTooSkewed"],
  [404, "NoSuchBucket"],
])("%i %s fails every call and never counts as a missing object", async (status, code) => {
  respond = failing(status, code);
  const refused = new RegExp(`^the object store refused [A-Z]+: ${status} ${code}$`);
  await expect(store.put("aa/x", Buffer.from("x"))).rejects.toThrow(refused);
  await expect(store.read("aa/x")).rejects.toThrow(refused);
  await expect(store.copy("aa/x", "aa/y")).rejects.toThrow(refused);
  await expect(store.remove("aa/x")).rejects.toThrow(refused);
  await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toThrow(refused);
  expect(await store.check()).toBe(`answers ${status}`);
});

test.each([
  [500, "InternalError"],
  [503, "SlowDown"],
])("%i %s is a temporary failure", async (status, code) => {
  respond = failing(status, code);
  await expect(store.put("aa/x", Buffer.from("x"))).rejects.toThrow(StoreUnavailable);
  await expect(store.read("aa/x")).rejects.toThrow(StoreUnavailable);
  await expect(store.size("aa/x")).rejects.toThrow(StoreUnavailable);
  await expect(store.remove("aa/x")).rejects.toThrow(StoreUnavailable);
});

test("HEAD without a content length is an error", async () => {
  respond = (_, outgoing) => outgoing.writeHead(200, { "transfer-encoding": "chunked" }).end();
  await expect(store.size("aa/x")).rejects.toThrow(StoreUnavailable);
});

test.each([
  ["another range", "bytes 5-9/100"],
  ["the whole object", undefined],
])("a range request that returns %s is refused", async (_, range) => {
  respond = (_incoming, outgoing) => {
    const headers = { "content-length": "5", ...(range ? { "content-range": range } : {}) };
    outgoing.writeHead(range ? 206 : 200, headers).end("01234");
  };
  await expect(store.read("aa/x", { start: 2, end: 6 })).rejects.toThrow(StoreUnavailable);
});

test.each([
  ["fewer bytes than their length", 10],
  ["a body that stops", undefined],
])("%s end with an error", async (_, length) => {
  respond = (_incoming, outgoing) => {
    outgoing.writeHead(200, length ? { "content-length": length } : {});
    outgoing.write("01234", () => outgoing.destroy());
  };
  const read = await store.read("aa/x");
  await expect(buffer(read as Readable)).rejects.toThrow(StoreUnavailable);
});

test("an endless list is refused", async () => {
  let asked = 0;
  respond = (_, outgoing) => {
    asked += 1;
    outgoing.end(
      asked > 20
        ? "<ListBucketResult/>"
        : "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>",
    );
  };
  const list = async () => {
    for await (const _ of store.list());
  };
  await expect(list()).rejects.toThrow(StoreUnavailable);
  expect(asked).toBeLessThan(20);
});

test("keys of other programs in the bucket are listed unchanged", async () => {
  respond = (_, outgoing) =>
    outgoing.end(
      "<ListBucketResult><Contents><Key>a&amp;lt;b/&lt;Key&gt;../x</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents></ListBucketResult>",
    );
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  expect(keys).toEqual(["a&lt;b/<Key>../x"]);
  await expect((async () => store.remove(keys[0] ?? ""))()).rejects.toThrow("may not leave");
});

test("a redirect to another host is not followed", async () => {
  const asked: string[] = [];
  respond = ({ headers, url = "" }, outgoing) => {
    asked.push(`${headers.host}${url}`);
    const port = (server.address() as AddressInfo).port;
    outgoing.writeHead(307, { location: `http://localhost:${port}/elsewhere` }).end();
  };
  await expect(store.read("aa/x")).rejects.toThrow("the object store");
  expect(asked.filter((url) => url.includes("elsewhere"))).toEqual([]);
});
