import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assetRetentionDays, purgeStorage } from "#backend/storage/objects/purge-storage.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { retainAssets } from "#server/releases/retain-assets.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe("assets of releases", () => {
  const { program } = useProgram();
  const script = `console.log("${"another release ".repeat(200)}");`;
  const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000;
  let store: ObjectStore;
  let client = "";

  beforeAll(async () => {
    store = openStore(`file:${path.join(program().dataDir, "storage")}`);
    client = await mkdtemp(path.join(tmpdir(), "etalase-release-"));
    await mkdir(path.join(client, "assets"));
    for (const name of ["other-D1b2c3.js", "other-D1b2c3.js.br", "other.css"]) {
      await writeFile(path.join(client, "assets", name), name.endsWith(".css") ? "a{}" : script);
    }
  });
  afterAll(() => rm(client, { recursive: true, force: true }));

  const get = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${program().url}/assets/${name}`, { headers });

  test("the assets of another release are served by every process that shares its store", async () => {
    expect((await get("other-D1b2c3.js")).status).toBe(404);
    expect(await retainAssets(store, client)).toBe(2);
    const answer = await get("other-D1b2c3.js", { "Accept-Encoding": "gzip" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toBe(script);
    expect((await get("other.css")).headers.get("content-type")).toMatch(/^text\/css/);
    // A second process of the same release stores nothing.
    expect(await retainAssets(store, client)).toBe(0);
  });

  test("a start has stored all of its own assets", async () => {
    const folder = path.join(import.meta.dirname, "..", "..", "build", "client", "assets");
    const own = (await readdir(folder)).filter((name) => !/\.(br|gz)$/.test(name));
    const rows = await asSeed()<{ name: string }[]>`
    select name from private.release_assets where stored and name = any(${own})`;
    expect(rows).toHaveLength(own.length);
    expect(await store.size(`releases/${own[0]}`)).toBeGreaterThan(0);
  });

  test(`they are removed ${assetRetentionDays} days after the release last ran`, async () => {
    await purgeStorage(store, days(assetRetentionDays - 1));
    expect((await get("other-D1b2c3.js")).status).toBe(200);
    await purgeStorage(store, days(assetRetentionDays + 1));
    expect((await get("other-D1b2c3.js")).status).toBe(404);
    // A release that is started again stores them again.
    expect(await retainAssets(store, client)).toBe(2);
    expect(await (await get("other-D1b2c3.js")).text()).toBe(script);
  });

  test("names that leave the folder, secrets and unknown types are not found", async () => {
    const stored = [
      ...(await asSeed()<{ version: string }[]>`select version from storage.objects limit 1`),
    ];
    for (const name of [
      "..%2f..%2fkeys.json",
      ".env",
      "keys.json",
      String(stored[0]?.version),
      "%00.js",
    ]) {
      expect((await get(name)).status, name).toBe(404);
    }
  });
});
