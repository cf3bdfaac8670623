import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { diskStore } from "#integrations/storage/disk.server.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { ensureBucket, putObject } from "./put-object.server.ts";

testDatabase();
const backend = testBackend();
const bytes = new TextEncoder().encode("0123456789");
const store = () => openStore(backend().config.storageUrl);
const put = (name: string, mimeType: string, bucket = "pictures") =>
  putObject(asSeed(), store(), { bucket, name, bytes, mimeType, cacheControl: "max-age=60" });
const get = (name: string, headers: Record<string, string> = {}, bucket = "pictures") =>
  fetch(`${backend().url}/storage/v1/object/public/${bucket}/${name}`, { headers });

beforeAll(async () => {
  await ensureBucket(asSeed(), "pictures", { public: true });
  await ensureBucket(asSeed(), "papers", { public: false });
  await put("a/mug biru.webp", "image/webp");
  await put("evil.svg", "image/svg+xml");
  await put("evil.html", "text/html");
  await put("secret.png", "image/png", "papers");
});

test("a picture is shown inline, cached by the browser and revalidated with 304", async () => {
  const first = await get("a/mug%20biru.webp");
  expect(first.status).toBe(200);
  expect(await first.text()).toBe("0123456789");
  const headers = Object.fromEntries(first.headers);
  expect(headers).toMatchObject({
    "content-type": "image/webp",
    "content-disposition": "inline",
    "content-length": "10",
    "cache-control": "public, max-age=60",
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(headers["last-modified"]).toBeTruthy();
  const again = await get("a/mug%20biru.webp", { "If-None-Match": headers.etag ?? "" });
  expect(again.status).toBe(304);
  const since = await get("a/mug%20biru.webp", {
    "If-Modified-Since": headers["last-modified"] ?? "",
  });
  expect(since.status).toBe(304);
  const url = `${backend().url}/storage/v1/object/public/pictures/a/mug%20biru.webp`;
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
});

test.each([
  ["bytes=2-4", 206, "234", "bytes 2-4/10"],
  ["bytes=7-", 206, "789", "bytes 7-9/10"],
  ["bytes=-3", 206, "789", "bytes 7-9/10"],
  ["Bytes=0-0", 206, "0", "bytes 0-0/10"],
  ["bytes=0-999", 206, "0123456789", "bytes 0-9/10"],
  ["bytes=10-", 416, "", "bytes */10"],
  ["bytes=-0", 416, "", "bytes */10"],
  ["bytes=4-2", 200, "0123456789", null],
  ["bytes=0-1,4-5", 200, "0123456789", null],
  ["pages=1-2", 200, "0123456789", null],
])("range %s", async (range, status, text, contentRange) => {
  const answer = await get("a/mug%20biru.webp", { Range: range });
  expect(answer.status).toBe(status);
  expect(await answer.text()).toBe(text);
  expect(answer.headers.get("content-range")).toBe(contentRange);
});

test("a range is for GET only, and only of the version that If-Range names", async () => {
  const url = `${backend().url}/storage/v1/object/public/pictures/a/mug%20biru.webp`;
  const head = await fetch(url, { method: "HEAD", headers: { Range: "bytes=2-4" } });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
  expect(head.headers.get("content-range")).toBeNull();
  const etag = head.headers.get("etag") ?? "";
  const statuses = [etag, '"other"', `W/${etag}`, head.headers.get("last-modified") ?? ""].map(
    async (known) =>
      (await get("a/mug%20biru.webp", { Range: "bytes=2-4", "If-Range": known })).status,
  );
  expect(await Promise.all(statuses)).toEqual([206, 200, 200, 206]);
});

test("a file that could contain a script is downloaded, never shown", async () => {
  for (const name of ["evil.svg", "evil.html"]) {
    const answer = await get(name);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''${name}`);
    expect(answer.headers.get("content-type")).not.toContain("html");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  }
  const asked = await get("a/mug%20biru.webp?download=biru%0d%0aX:1.webp");
  expect(asked.headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''biru%0D%0AX%3A1.webp",
  );
});

test.each([
  ["nothing.png", "pictures", "NoSuchKey"],
  ["secret.png", "papers", "NoSuchBucket"],
  ["x.png", "nowhere", "NoSuchBucket"],
  ["..%2f..%2fkeys.json", "pictures", "NoSuchKey"],
  ["%00", "pictures", "NoSuchKey"],
  ["%ff", "pictures", "NoSuchKey"],
])("%s in %s is not there", async (name, bucket, code) => {
  const answer = await get(name, {}, bucket);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ statusCode: "404", code });
});

test("the official client finds the address", async () => {
  const { data } = backend().client().storage.from("pictures").getPublicUrl("a/mug biru.webp");
  expect((await fetch(data.publicUrl)).status).toBe(200);
});

test("replacing a file serves the new bytes and removes the old ones later", async () => {
  await put("logo.png", "image/png");
  const old = (await get("logo.png")).headers.get("etag");
  await putObject(asSeed(), store(), {
    bucket: "pictures",
    name: "logo.png",
    bytes: new TextEncoder().encode("new"),
    mimeType: "image/png",
  });
  const answer = await get("logo.png");
  expect(await answer.text()).toBe("new");
  expect(answer.headers.get("etag")).not.toBe(old);
  const [job] = await asSeed()`
    select count(*)::int as n from storage.objects where name = 'logo.png'`;
  expect(job).toEqual({ n: 1 });
});

test("six hundred small files are stored within seconds", async () => {
  const started = performance.now();
  const names = Array.from({ length: 600 }, (_, index) => `seed/${index}.webp`);
  const queue = [...names];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let name = queue.pop(); name; name = queue.pop()) await put(name, "image/webp");
    }),
  );
  expect(performance.now() - started).toBeLessThan(10_000);
});

test.each(["../x", "/etc/passwd", "a/../../x", "a//b", ".", "", "a/.hidden", "a\0b", "a\\b"])(
  "no key escapes the store: %j",
  async (key) => {
    const disk = diskStore(path.join(backend().config.dataDir, "store"));
    await expect(disk.put(key, bytes)).rejects.toThrow("may not leave");
    await expect(disk.read(key)).rejects.toThrow("may not leave");
  },
);

test("a missing file of a known object answers 404, not a broken response", async () => {
  const { id } = await put("lost.png", "image/png");
  const [row] = await asSeed()<{ version: string }[]>`
    select version from storage.objects where id = ${id}`;
  await store().remove(`${row?.version.slice(0, 2)}/${row?.version}`);
  expect((await get("lost.png")).status).toBe(400);
  await writeFile(path.join(backend().config.dataDir, "x"), "");
});
