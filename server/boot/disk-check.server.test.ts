import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { diskCheck } from "./disk-check.ts";

testDatabase({});
afterEach(() => vi.restoreAllMocks());

test("a failed check is cached for at most one second, a passed check for at most five", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-disk-"));
  const dataDir = path.join(folder, "data");
  let now = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const check = diskCheck(dataDir);
  expect(await check()).toBe("cannot write");
  await mkdir(dataDir);
  now += 999;
  expect(await check()).toBe("cannot write");
  now += 1;
  expect(await check()).toBeUndefined();
  await rm(folder, { recursive: true });
  now += 4_999;
  expect(await check()).toBeUndefined();
  now += 1;
  expect(await check()).toBe("cannot write");
});
