import { beforeEach, expect, test } from "vitest";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { rememberedRules } from "./bucket-rules.server.ts";

testDatabase();
const backend = testBackend({ storage: { fileSizeLimit: 1_000_000 } });

const bucket = "rak";
let sent = 0;

async function upload(type = "text/plain", size = 100): Promise<{ code?: string; name: string }> {
  const name = `${sent++}.bin`;
  const answer = await fetch(`${backend().url}/storage/v1/object/${bucket}/${name}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${backend().keys.secret}`, "Content-Type": type },
    body: Buffer.alloc(size, "a"),
  });
  return { ...((await answer.json()) as { code?: string }), name };
}

/** A change by another process or by manual SQL, which does not notify this process. */
const change = (to: { limit?: number | null; types?: string[] | null }) => asSeed()`
  update storage.buckets set file_size_limit = ${to.limit ?? null}, allowed_mime_types = ${to.types ?? null}
  where id = ${bucket}`;

const files = async () => {
  const names = await asSeed()<{ name: string }[]>`select name from storage.objects`;
  let stored = 0;
  for await (const _ of openStore(backend().config.storageUrl).list()) stored++;
  return { rows: names.length, stored };
};

beforeEach(async () => {
  await asSeed()`
    insert into storage.buckets (id, name) values (${bucket}, ${bucket})
    on conflict (id) do update set file_size_limit = null, allowed_mime_types = null`;
  expect(await upload()).not.toHaveProperty("code");
  expect(rememberedRules(bucket)).toBeDefined();
});

test("a smaller limit applies to the next file, and a refused file leaves nothing", async () => {
  const before = await files();
  await change({ limit: 50 });
  expect(await upload()).toMatchObject({ code: "EntityTooLarge" });
  expect(await files()).toEqual(before);
  expect(await upload("text/plain", 50)).not.toHaveProperty("code");
});

test("a larger limit applies to the next file", async () => {
  await change({ limit: 50 });
  expect(await upload()).toMatchObject({ code: "EntityTooLarge" });
  await change({ limit: 100 });
  expect(await upload()).not.toHaveProperty("code");
});

test("a change of the accepted types applies to the next file", async () => {
  const before = await files();
  await change({ types: ["image/*"] });
  expect(await upload()).toMatchObject({ code: "InvalidMimeType" });
  expect(await files()).toEqual(before);
  await change({ types: ["text/plain"] });
  expect(await upload()).not.toHaveProperty("code");
});

test("a change of both type and size applies to the next file", async () => {
  await change({ types: ["image/*"] });
  await upload();
  await change({ types: ["text/plain"], limit: 50 });
  const before = await files();
  expect(await upload()).toMatchObject({ code: "EntityTooLarge" });
  expect(await files()).toEqual(before);
});

test("a deleted bucket accepts nothing, and a new one of the same name has its own rules", async () => {
  await asSeed()`delete from storage.objects`;
  await asSeed()`delete from storage.buckets where id = ${bucket}`;
  expect(await upload()).toMatchObject({ code: "NoSuchBucket" });
  await asSeed()`insert into storage.buckets (id, name, file_size_limit) values (${bucket}, ${bucket}, 50)`;
  expect(await upload()).toMatchObject({ code: "EntityTooLarge" });
  expect(await files()).toMatchObject({ rows: 0 });
});

test("files uploaded at once while the bucket changes follow the new rules", async () => {
  const before = await files();
  const coming = Array.from({ length: 30 }, () => upload());
  await change({ limit: 50 });
  const after = await Promise.all([...coming, ...Array.from({ length: 10 }, () => upload())]);
  expect(after.slice(30).map(({ code }) => code)).toEqual(Array(10).fill("EntityTooLarge"));
  const uploaded = after.filter(({ code }) => code === undefined).length;
  const now = await files();
  expect(now).toEqual({ rows: before.rows + uploaded, stored: before.stored + uploaded });
});

test("names and folders are each found by their own index, also before the first ANALYZE", async () => {
  await asSeed()`
    insert into storage.objects (bucket_id, name) select ${bucket}, 'n' || n from generate_series(1, 500) n`;
  const name = await asSeed()<{ "QUERY PLAN": string }[]>`
    explain select from storage.objects where bucket_id = ${bucket} and name = 'n7'`;
  expect(name.map((line) => line["QUERY PLAN"]).join()).not.toContain("Filter");
  const folder = await asSeed()<{ "QUERY PLAN": string }[]>`
    explain select from storage.objects
    where bucket_id collate "C" = ${bucket} and name collate "C" >= 'n1' and name collate "C" < 'n2'`;
  expect(folder.map((line) => line["QUERY PLAN"]).join()).toContain("objects_folder");
});
