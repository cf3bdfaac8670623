import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Hono } from "hono";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { temporaryKeys } from "#backend/gateway/keys.server.ts";
import { type ObjectStore, StoreUnavailable } from "#integrations/storage/object-store.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import {
  type FailingProxy,
  type LineFault,
  startFailingProxy,
} from "#tests/support/doubles/failing-proxy.ts";
import { startS3Server } from "#tests/support/doubles/s3-server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { defaultStorageSettings } from "./context.server.ts";
import { diskImageCache } from "./images/image-cache.server.ts";
import { purgeStorage } from "./objects/purge-storage.server.ts";
import { removeBytes } from "./objects/remove-bytes.server.ts";
import { createStorageApi } from "./storage.server.ts";

/* Fault R19: the storage API over an S3 service behind a failing line. */

testDatabase();
let endpoint: Hono;
let folder = "";
let secret = "";
let server: Awaited<ReturnType<typeof startS3Server>>;
let line: FailingProxy;
let store: ObjectStore;

beforeAll(async () => {
  server = await startS3Server("berkas");
  const direct = new URL(server.storageUrl);
  line = await startFailingProxy(direct.searchParams.get("endpoint") ?? "");
  direct.searchParams.set("endpoint", line.url);
  store = openStore(direct.href);
  folder = await mkdtemp(path.join(tmpdir(), "etalase-away-"));
  const keys = await temporaryKeys();
  secret = keys.secret;
  endpoint = createStorageApi({
    store,
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
afterEach(() => {
  line.fault = "none";
});
afterAll(async () => {
  await line.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (
  method: string,
  address: string,
  body?: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  Promise.resolve(
    endpoint.request(address, {
      method,
      headers: { Authorization: `Bearer ${secret}`, "Tus-Resumable": "1.0.0", ...headers },
      ...(body === undefined ? {} : { body }),
    }),
  );

const textType = { "Content-Type": "text/plain" };
const rowOf = (name: string) =>
  asSeed()<{ version: string }[]>`select version from storage.objects where name = ${name}`;

/** Bytes without a row and rows without bytes, after a nightly purge eight days from now. */
async function disagreement(): Promise<{ unnamed: string[]; lost: string[] }> {
  await purgeStorage(store, Date.now() + 8 * 24 * 60 * 60 * 1000);
  const stored: string[] = [];
  for await (const { key } of store.list()) stored.push(key.split("/").at(-1) ?? "");
  const rows = await asSeed()<{ version: string }[]>`select version from storage.objects`;
  const named = rows.map(({ version }) => version);
  return {
    unnamed: stored.filter((version) => !named.includes(version)),
    lost: named.filter((version) => !stored.includes(version)),
  };
}
const agreed = { unnamed: [], lost: [] };

async function expectLater(answer: Response): Promise<void> {
  expect(answer.status, await answer.clone().text()).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ statusCode: "503", code: "SlowDown" });
}

test.each<LineFault>(["refuse", "silent", "lose"])(
  "R19: with a store that does %s an upload answers to retry, and the retry counts once",
  async (fault) => {
    const name = `unggah-${fault}.txt`;
    line.fault = fault;
    await expectLater(await ask("POST", `/object/rak/${name}`, "isi", textType));
    expect(await rowOf(name)).toEqual([]);
    line.fault = "none";
    expect((await ask("POST", `/object/rak/${name}`, "isi", textType)).status).toBe(200);
    expect(await (await ask("GET", `/object/public/rak/${name}`)).text()).toBe("isi");
    expect(await disagreement()).toEqual(agreed);
  },
);

test("R19: a large upload whose parts are confirmed wrongly is not reported as stored", async () => {
  const large = Buffer.alloc(18_000_000, "0123456789");
  for (const fault of ["mistag", "lose"] as const) {
    line.fault = fault;
    await expectLater(await ask("POST", "/object/rak/besar.bin", large));
    expect(await rowOf("besar.bin")).toEqual([]);
  }
  line.fault = "none";
  expect((await ask("POST", "/object/rak/besar.bin", large)).status).toBe(200);
  const whole = await ask("GET", "/object/public/rak/besar.bin");
  expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);

  // The entity tag is ours: the store's tag never reaches a client.
  line.fault = "mistag";
  expect((await ask("POST", "/object/rak/tanda.txt", "isi", textType)).status).toBe(200);
  const tagged = await ask("GET", "/object/public/rak/tanda.txt");
  expect([tagged.headers.get("etag")?.includes("0000"), await tagged.text()]).toEqual([
    false,
    "isi",
  ]);

  // The answer began before the fault; a truncated file never counts as the whole one.
  line.fault = "cut";
  const broken = await ask("GET", "/object/public/rak/besar.bin");
  await expect(broken.arrayBuffer()).rejects.toThrow();
  line.fault = "none";
  expect(await disagreement()).toEqual(agreed);
});

test.each<LineFault>(["refuse", "silent", "lose", "half"])(
  "R19: with a store that does %s a read answers to retry, never with part of a file",
  async (fault) => {
    const name = `baca-${fault}.txt`;
    await ask("POST", `/object/rak/${name}`, "0123456789", textType);
    line.fault = fault;
    await expectLater(await ask("GET", `/object/public/rak/${name}`));
    // A client's copy is still valid, and a file's headers need no store.
    const known = await ask("HEAD", `/object/public/rak/${name}`);
    expect([known.status, known.headers.get("content-length")]).toEqual([200, "10"]);
    line.fault = "none";
    expect(await (await ask("GET", `/object/public/rak/${name}`)).text()).toBe("0123456789");
  },
);

test("R19: a picture that was read in part is not transformed, and nothing of it is cached", async () => {
  const png = await sharp({ create: { width: 400, height: 200, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  await ask("POST", "/object/rak/a.png", Buffer.from(png), { "Content-Type": "image/png" });
  for (const fault of ["cut", "half", "refuse"] as const) {
    line.fault = fault;
    await expectLater(await ask("GET", "/render/image/public/rak/a.png?width=10"));
  }
  line.fault = "none";
  const small = await ask("GET", "/render/image/public/rak/a.png?width=10");
  expect((await sharp(await small.arrayBuffer()).metadata()).width).toBe(10);
});

test("R19: parts of an upload are never joined incompletely", async () => {
  const encode = (text: string) => Buffer.from(text).toString("base64");
  const begun = await ask("POST", "/upload/resumable", undefined, {
    "Upload-Length": "8",
    "Upload-Metadata": `bucketName ${encode("rak")},objectName ${encode("dua.txt")}`,
  });
  const address = new URL(begun.headers.get("location") ?? "").pathname.replace("/storage/v1", "");
  const send = (offset: string, text: string) =>
    ask("PATCH", address, text, {
      "Upload-Offset": offset,
      "Content-Type": "application/offset+octet-stream",
    });
  expect((await send("0", "satu")).status).toBe(204);
  for (const fault of ["refuse", "half"] as const) {
    line.fault = fault;
    const answer = await send("4", "-dua");
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await rowOf("dua.txt")).toEqual([]);
  }
  line.fault = "none";
  // The last piece is stored; a request for the offset joins the pieces.
  const state = await ask("HEAD", address);
  expect(state.headers.get("upload-offset")).toBe("8");
  expect(await (await ask("GET", "/object/rak/dua.txt")).text()).toBe("satu-dua");
  await asSeed()`update private.resumable_uploads set expires_at = now() - interval '2 hours'`;
  expect(await disagreement()).toEqual(agreed);
});

test("R19: a file deleted while the store is unavailable is gone at once, its bytes later", async () => {
  await ask("POST", "/object/rak/hapus.txt", "isi", textType);
  const [row] = await rowOf("hapus.txt");
  line.fault = "refuse";
  expect((await ask("DELETE", "/object/rak/hapus.txt")).status).toBe(200);
  expect((await ask("GET", "/object/public/rak/hapus.txt")).status).toBe(400);
  const job = { versions: [row?.version] };
  await expect(removeBytes(store, job)).rejects.toThrow(StoreUnavailable);
  // The answer was lost: the queue repeats the job.
  line.fault = "lose";
  await expect(removeBytes(store, job)).rejects.toThrow(StoreUnavailable);
  line.fault = "none";
  await removeBytes(store, job);
  expect(await disagreement()).toEqual(agreed);
});
