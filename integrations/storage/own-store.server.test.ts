import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OperatorError } from "#base/errors.ts";
import { startS3Server } from "#tests/support/doubles/s3-server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { ObjectStore } from "./object-store.ts";
import { openPlainStore } from "./open-store.server.ts";
import { adoptFiles, ownStore } from "./own-store.server.ts";

testDatabase();
const bytes = new TextEncoder().encode("isi");
const recorded = async () =>
  (await asSeed()<{ key: string }[]>`select key from private.stored_files order by key`).map(
    ({ key }) => key,
  );

describe.each(["disk", "s3"])("%s", (kind) => {
  let plain: ObjectStore;
  let stop = async () => {};
  beforeAll(async () => {
    await asSeed()`delete from private.stored_files`;
    if (kind === "s3") {
      const server = await startS3Server("berkas");
      stop = server.stop;
      plain = openPlainStore(server.storageUrl.replace("@berkas?", "@berkas/toko?"));
      return;
    }
    const folder = await mkdtemp(path.join(tmpdir(), "etalase-own-"));
    stop = () => rm(folder, { recursive: true, force: true });
    plain = openPlainStore(`file:${folder}`);
  });
  afterAll(() => stop());

  test("records the stored files, and lists files without the owner object", async () => {
    const store = ownStore(plain);
    await store.put("aa/satu", bytes);
    await store.copy("aa/satu", "aa/dua");
    await store.write(
      "aa/tiga",
      (async function* () {
        yield bytes;
      })(),
    );
    expect(await recorded()).toEqual(["aa/dua", "aa/satu", "aa/tiga"]);
    await store.remove("aa/dua");
    expect(await recorded()).toEqual(["aa/satu", "aa/tiga"]);
    const listed: string[] = [];
    for await (const { key } of store.list()) listed.push(key);
    expect(listed.sort()).toEqual(["aa/satu", "aa/tiga"]);
    expect(await ownStore(plain).check()).toBeUndefined();
  });

  test("a copied database writes and removes no files until it adopts them", async () => {
    await asSeed()`update private.store_owner set place = 'another cluster'`;
    const copy = ownStore(plain);
    await expect(copy.check()).rejects.toThrow(OperatorError);
    await expect(copy.check()).rejects.toThrow("npm run adopt-files");
    await expect(copy.remove("aa/satu")).rejects.toThrow(OperatorError);
    await expect(copy.put("aa/baru", bytes)).rejects.toThrow(OperatorError);
    expect(await plain.size("aa/satu")).toBe(3);
    expect(await plain.size("aa/baru")).toBeUndefined();
    await adoptFiles(plain);
    await copy.remove("aa/satu");
    expect(await plain.size("aa/satu")).toBeUndefined();
  });
});
