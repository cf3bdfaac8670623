import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bucketRules } from "#backend/storage/objects/bucket-rules.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { discardAfter } from "#integrations/storage/discard-bytes.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { objectKey } from "#integrations/storage/object-version.ts";
import { openPlainStore, openStore } from "#integrations/storage/open-store.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { recordNewObject } from "./batch-records.server.ts";
import { purgeStorage } from "./purge-storage.server.ts";
import { ensureBucket, putObject } from "./put-object.server.ts";
import { recordObject } from "./record-object.server.ts";
import { removeBytes } from "./remove-bytes.server.ts";
import { storeBytes } from "./store-bytes.server.ts";

const database = testDatabase();
let folder = "";
let store: ObjectStore;
const inDays = (days: number) => Date.now() + days * 24 * 60 * 60 * 1000;
const bytes = new TextEncoder().encode("isi");

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "etalase-sweep-"));
  store = openStore(`file:${folder}`);
  await ensureBucket(asSeed(), "rak", { public: false });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const put = (name: string) =>
  putObject(asSeed(), store, { bucket: "rak", name, bytes, mimeType: "text/plain" });
const versionOf = async (name: string) => {
  const [row] = await asSeed()<{ version: string }[]>`
    select version from storage.objects where name = ${name}`;
  return row?.version ?? "";
};
async function* once() {
  yield bytes;
}

test("bytes of a process that died before writing the row are purged, once they are old", async () => {
  await put("hidup.txt");
  const orphan = await storeBytes(store, once(), { limit: 100, essence: undefined });
  expect(await purgeStorage(store, inDays(6))).toBe(0);
  expect(await store.size(objectKey(orphan.version))).toBe(3);
  expect(await purgeStorage(store, inDays(8))).toBe(1);
  expect(await store.size(objectKey(orphan.version))).toBeUndefined();
  expect(await store.size(objectKey(await versionOf("hidup.txt")))).toBe(3);
});

test("a partial file of a process that was killed while writing is purged with its key", async () => {
  const key = `ab/${randomUUID()}`;
  await asSeed()`insert into private.stored_files (key) values (${key})`;
  const plain = openPlainStore(`file:${folder}`);
  await plain.put(`${key}.${randomUUID()}.part`, bytes);
  await plain.put(`ab/${randomUUID()}.${randomUUID()}.part`, bytes);
  expect(await purgeStorage(store, inDays(8))).toBe(2);
});

test("files that this database did not store are not purged, whatever their name", async () => {
  const plain = openPlainStore(`file:${folder}`);
  await plain.put("ab/photo.jpg", bytes);
  await plain.put(objectKey(randomUUID()), bytes);
  const before: string[] = [];
  for await (const { key } of plain.list()) before.push(key);
  expect(await purgeStorage(store, inDays(400))).toBe(0);
  for (const key of before) expect(await plain.size(key)).toBeDefined();
});

test("parts of an active upload stay; parts of an abandoned one are purged", async () => {
  const begin = async (expires: string) => {
    const { version } = await storeBytes(store, once(), { limit: 100, essence: undefined });
    await asSeed()`
      insert into private.resumable_uploads
        (bucket_id, name, role, upsert, signed, pieces, received, mime_type, cache_control, header, expires_at)
      values ('rak', 'x', 'anon', false, false, ${[version]}, 3, 'text/plain', '', '', now() + ${expires}::interval)`;
    return version;
  };
  const going = await begin("19 days");
  const dead = await begin("-2 hours");
  expect(await purgeStorage(store, inDays(8))).toBe(1);
  expect(await store.size(objectKey(going))).toBe(3);
  expect(await store.size(objectKey(dead))).toBeUndefined();
});

test("every row has its bytes, whenever the work stops", async () => {
  const limits = { limit: 100, essence: undefined };
  const broken = async function* () {
    yield bytes;
    throw new Error("mati");
  };
  await expect(storeBytes(store, broken(), limits)).rejects.toThrow("mati");
  const stored = await storeBytes(store, once(), limits);
  const details = { mimeType: "text/plain", cacheControl: "no-cache", ownerId: null };
  const nowhere = { bucket: "no-such", name: "x" };
  const recorded = recordObject(asSeed(), nowhere, stored, details, { upsert: true });
  await expect(recorded).rejects.toThrow();
  const rows = await asSeed()<{ version: string }[]>`select version from storage.objects`;
  for (const { version } of rows) expect(await store.size(objectKey(version))).toBe(3);
});

test("bytes whose row may exist are not removed, and writing the row again finds it", async () => {
  const stored = await storeBytes(store, once(), { limit: 100, essence: undefined });
  const details = { mimeType: "text/plain", cacheControl: "no-cache", ownerId: null };
  const place = { bucket: "rak", name: "dua-kali.txt" };
  const rules = await bucketRules(place);
  const first = await recordNewObject(place, stored, details, rules, 100);
  // As after a commit whose answer was lost.
  expect(await recordNewObject(place, stored, details, rules, 100)).toEqual(first);
  await discardAfter(
    Object.assign(new Error("cut"), { code: "CONNECTION_CLOSED" }),
    store,
    stored.version,
  );
  expect(await store.size(objectKey(stored.version))).toBe(3);
  const other = await storeBytes(store, once(), { limit: 100, essence: undefined });
  const taken = await recordNewObject(place, other, details, rules, 100).catch((error) => error);
  expect(taken).toMatchObject({ code: "KeyAlreadyExists" });
  await discardAfter(taken, store, other.version);
  expect(await store.size(objectKey(other.version))).toBeUndefined();
});

test("replaced bytes are removed by a job of the same commit, and never bytes that a row names", async () => {
  await put("ganti.txt");
  const old = await versionOf("ganti.txt");
  await put("ganti.txt");
  const now = await versionOf("ganti.txt");
  const owner = openPostgres(database.url(), { max: 1 });
  const jobs = await owner`
    select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'remove-object'`;
  await owner.end();
  expect(jobs.map((job) => job.payload)).toContainEqual({ versions: [old] });
  await removeBytes(store, { versions: [old, now] });
  expect(await store.size(objectKey(old))).toBeUndefined();
  expect(await store.size(objectKey(now))).toBe(3);
  await expect(removeBytes(store, { versions: ["../../etc/passwd"] })).rejects.toThrow();
});

test("two rows never name the same bytes", async () => {
  await put("satu.txt");
  const version = await versionOf("satu.txt");
  const second = asSeed()`
    insert into storage.objects (bucket_id, name, version) values ('rak', 'dua.txt', ${version})`;
  await expect(second).rejects.toThrow("objects_version");
});
