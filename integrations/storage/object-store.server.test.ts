import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3Server } from "#tests/support/doubles/s3-server.ts";
import type { ObjectStore } from "./object-store.ts";
import { openPlainStore as openStore } from "./open-store.server.ts";

/* The contract of every store, on a real disk and against a real S3 service. */

const text = (value: string) => new TextEncoder().encode(value);

async function wholeOf(store: ObjectStore, key: string, range?: { start: number; end: number }) {
  const bytes = await store.read(key, range);
  if (bytes === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  if (bytes instanceof Readable) for await (const chunk of bytes) chunks.push(chunk);
  else chunks.push(bytes);
  return Buffer.concat(chunks).toString("latin1");
}

async function* pieces(...parts: readonly (string | Uint8Array | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield typeof part === "string" ? text(part) : part;
  }
}

describe.each(["disk", "s3"])("%s", (kind) => {
  let folder = "";
  let store: ObjectStore;
  let stop = async () => {};

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "etalase-store-"));
    if (kind === "disk") {
      store = openStore(`file:${path.join(folder, "files")}`);
    } else {
      const server = await startS3Server("berkas");
      stop = server.stop;
      store = openStore(server.storageUrl.replace("@berkas?", "@berkas/toko?"));
    }
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("stores, reads ranges, copies, lists and removes", async () => {
    await store.put("aa/satu", text("0123456789"));
    expect(await store.size("aa/satu")).toBe(10);
    expect(await wholeOf(store, "aa/satu")).toBe("0123456789");
    expect(await wholeOf(store, "aa/satu", { start: 2, end: 4 })).toBe("234");
    expect(await store.copy("aa/satu", "bb/dua")).toBe(true);
    expect(await wholeOf(store, "bb/dua")).toBe("0123456789");
    const before = Date.now();
    const listed: string[] = [];
    for await (const { key, writtenAt } of store.list()) {
      listed.push(key);
      expect(Math.abs(before - writtenAt.getTime())).toBeLessThan(60_000);
    }
    expect(listed.sort()).toEqual(["aa/satu", "bb/dua"]);
    await store.remove("aa/satu");
    await store.remove("aa/satu");
    expect(await wholeOf(store, "aa/satu")).toBeUndefined();
    expect(await store.size("aa/satu")).toBeUndefined();
    expect(await store.copy("aa/satu", "cc/tiga")).toBe(false);
    expect(await wholeOf(store, "bb/dua")).toBe("0123456789");
    expect(await store.check()).toBeUndefined();
  });

  test("accepts chunked input: empty, small or larger than a part", async () => {
    expect(await store.write("dd/kosong", pieces())).toBe(0);
    expect(await store.size("dd/kosong")).toBe(0);
    expect(await store.write("dd/kecil", pieces("satu", "-", "dua"))).toBe(8);
    expect(await wholeOf(store, "dd/kecil")).toBe("satu-dua");
    const million = (letter: string) => Buffer.alloc(1_000_000, letter);
    const parts = [..."abcdefghijklmnopqrst"].map(million);
    expect(await store.write("dd/besar", pieces(...parts))).toBe(20_000_000);
    expect(await store.size("dd/besar")).toBe(20_000_000);
    expect(await wholeOf(store, "dd/besar", { start: 7_999_999, end: 8_000_000 })).toBe("hi");
    expect(await wholeOf(store, "dd/besar", { start: 19_999_998, end: 19_999_999 })).toBe("tt");
    expect((await wholeOf(store, "dd/besar"))?.length).toBe(20_000_000);
  });

  test("stores nothing of interrupted input", async () => {
    const half = () => pieces("satu", new Error("putus"));
    await expect(store.write("ee/putus", half())).rejects.toThrow("putus");
    expect(await store.size("ee/putus")).toBeUndefined();
    const large = () => pieces(Buffer.alloc(18_000_000), new Error("putus"));
    await expect(store.write("ee/putus", large())).rejects.toThrow("putus");
    expect(await store.size("ee/putus")).toBeUndefined();
    if (kind === "disk") expect(await readdir(path.join(folder, "files/ee"))).toEqual([]);
  });

  test.each([
    "../x",
    "/etc/passwd",
    "a/../../x",
    "a//b",
    ".",
    "",
    "a/.hidden",
    "a\0b",
    "a\\b",
    "C:x",
    "a/b?x=1",
    "ａ/．．/b",
    "a".repeat(201),
  ])("no key escapes the store: %j", async (key) => {
    const words = "may not leave";
    await expect(store.put(key, text("x"))).rejects.toThrow(words);
    await expect(store.write(key, pieces("x"))).rejects.toThrow(words);
    await expect(store.read(key)).rejects.toThrow(words);
    await expect(store.copy("bb/dua", key)).rejects.toThrow(words);
    await expect((async () => store.remove(key))()).rejects.toThrow(words);
  });
});

test("a wrong secret is refused by the service and not repeated in the error", async () => {
  const server = await startS3Server("berkas");
  const store = openStore(server.storageUrl.replace(":S3RVER@", ":rahasia@"));
  await expect(store.put("aa/x", text("x"))).rejects.toThrow(/^the object store refused PUT: 403/);
  expect(await store.check()).toBe("answers 403");
  await server.stop();
  expect(await store.check()).toBe("not reachable");
});

test("a store without credentials does not open", async () => {
  await expect(openStore("s3://berkas?endpoint=http://127.0.0.1:1").check()).rejects.toThrow(
    "AWS_ACCESS_KEY_ID",
  );
  expect(() => openStore("ftp://x")).toThrow("STORAGE_URL");
});
