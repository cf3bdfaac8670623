import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskImageCache } from "./image-cache.server.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "etalase-images-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const key = (name: string) => createHash("sha256").update(name).digest("hex");
const bytes = new Uint8Array(90);

test("the cache evicts the least recently used, stays below its size, and survives a restart", async () => {
  const cache = diskImageCache(folder, 1000);
  for (let n = 0; n < 11; n++) await cache.keep(key(`${n}`), bytes);
  expect(await cache.find(key("0"))).toHaveLength(90);
  await cache.keep(key("11"), bytes);
  expect(await cache.find(key("1"))).toBeUndefined();
  expect(await cache.find(key("0"))).toHaveLength(90);
  expect(await readdir(folder)).toHaveLength(11);

  const next = diskImageCache(folder, 1000);
  expect(await next.find(key("11"))).toHaveLength(90);
  await writeFile(path.join(folder, key("11")), "cut short");
  expect(await next.find(key("11"))).toBeUndefined();
  await next.keep("../../outside", bytes);
  await next.keep(key("huge"), new Uint8Array(500));
  expect(await next.find(key("huge"))).toBeUndefined();
});
