import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskStore } from "./disk.server.ts";
import { StoreFull } from "./object-store.ts";

/** A file system of two megabytes; only root can mount one, otherwise its tests are skipped. */
let small: string | undefined;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-full-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
    small = folder;
  } catch {
    await rm(folder, { recursive: true });
  }
});
afterAll(async () => {
  if (!small) return;
  // A lazy unmount, because the store holds its folders open.
  execFileSync("umount", ["-l", small]);
  await rm(small, { recursive: true });
});

test("a full disk refuses, leaves nothing, and works again when there is room", async (context) => {
  if (!small) return context.skip();
  const store = diskStore(path.join(small, "files"));
  await store.put("aa/kecil", new Uint8Array(100_000));
  await expect(store.put("aa/besar", new Uint8Array(4_000_000))).rejects.toBeInstanceOf(StoreFull);
  const stream = async function* () {
    for (let n = 0; n < 40; n++) yield new Uint8Array(100_000);
  };
  await expect(store.write("aa/besar", stream())).rejects.toBeInstanceOf(StoreFull);
  expect(await readdir(path.join(small, "files/aa"))).toEqual(["kecil"]);
  await store.put("aa/lagi", new Uint8Array(1_000_000));
  expect(await store.size("aa/lagi")).toBe(1_000_000);
});

test("creating a folder is retried after a failure", async () => {
  const base = await mkdtemp(path.join(tmpdir(), "etalase-disk-"));
  const store = diskStore(path.join(base, "files"));
  await mkdir(path.join(base, "files"));
  await diskStore(path.join(base, "files")).put("aa", new Uint8Array(1));
  await expect(store.put("aa/x", new Uint8Array(1))).rejects.toThrow();
  await store.remove("aa");
  await store.put("aa/x", new Uint8Array(1));
  expect(await store.size("aa/x")).toBe(1);
  await rm(base, { recursive: true });
});
