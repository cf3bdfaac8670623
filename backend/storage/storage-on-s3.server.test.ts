import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryKeys } from "#backend/gateway/keys.server.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { startS3Server } from "#tests/support/doubles/s3-server.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { defaultStorageSettings } from "./context.server.ts";
import { diskImageCache } from "./images/image-cache.server.ts";
import { createStorageApi } from "./storage.server.ts";

/* The storage API over an S3 service, called without a socket. */

testDatabase();
let endpoint: Hono;
let folder = "";
let secret = "";
let server: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  server = await startS3Server("berkas");
  folder = await mkdtemp(path.join(tmpdir(), "etalase-s3-endpoint-"));
  const keys = await temporaryKeys();
  secret = keys.secret;
  endpoint = createStorageApi({
    store: openStore(server.storageUrl),
    keys,
    publicUrl: "http://shop.test",
    settings: { ...defaultStorageSettings, fileSizeLimit: 30_000_000 },
    images: diskImageCache(folder, 1_000_000),
  });
  const made = await ask("POST", "/bucket", JSON.stringify({ name: "rak", public: true }), {
    "Content-Type": "application/json",
  });
  expect(made.status).toBe(200);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (
  method: string,
  address: string,
  body?: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  endpoint.request(address, {
    method,
    headers: { Authorization: `Bearer ${secret}`, "Tus-Resumable": "1.0.0", ...headers },
    ...(body === undefined ? {} : { body }),
  });
const json = { "Content-Type": "application/json" };

test("files are stored and removed, also large ones and in parts", async () => {
  const large = Buffer.alloc(20_000_000, "0123456789");
  expect((await ask("POST", "/object/rak/besar.bin", large)).status).toBe(200);
  const part = await ask("GET", "/object/public/rak/besar.bin", undefined, {
    Range: "bytes=15000001-15000003",
  });
  expect([part.status, await part.text()]).toEqual([206, "123"]);
  const whole = await ask("GET", "/object/public/rak/besar.bin");
  expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
  const names = { bucketId: "rak", sourceKey: "besar.bin", destinationKey: "salin.bin" };
  expect((await ask("POST", "/object/copy", JSON.stringify(names), json)).status).toBe(200);
  expect((await ask("DELETE", "/object/rak/besar.bin")).status).toBe(200);
  const copy = await ask("GET", "/object/rak/salin.bin", undefined, { Range: "bytes=-2" });
  expect(await copy.text()).toBe("89");
  const tooMuch = await ask("POST", "/object/rak/besar.bin", Buffer.alloc(30_000_001));
  expect(await tooMuch.json()).toMatchObject({ statusCode: "413" });
});

test("pictures are transformed and upload parts are joined", async () => {
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const body = Buffer.from(png) as Buffer<ArrayBuffer>;
  await ask("POST", "/object/rak/a.png", body, { "Content-Type": "image/png" });
  const small = await ask("GET", "/render/image/public/rak/a.png?width=10");
  expect((await sharp(await small.arrayBuffer()).metadata()).width).toBe(10);

  const encode = (text: string) => Buffer.from(text).toString("base64");
  const begun = await ask("POST", "/upload/resumable", undefined, {
    "Upload-Length": "8",
    "Upload-Metadata": `bucketName ${encode("rak")},objectName ${encode("dua.txt")}`,
  });
  const address = new URL(begun.headers.get("location") ?? "").pathname.replace("/storage/v1", "");
  for (const [offset, text] of [
    ["0", "satu"],
    ["4", "-dua"],
  ] as const) {
    const answer = await ask("PATCH", address, text, {
      "Upload-Offset": offset,
      "Content-Type": "application/offset+octet-stream",
    });
    expect(answer.status).toBe(204);
  }
  expect(await (await ask("GET", "/object/rak/dua.txt")).text()).toBe("satu-dua");
});
