import { spawnSync } from "node:child_process";
import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { diskCheck } from "#server/boot/disk-check.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  fillDataDir,
  type Program,
  removeFolder,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";

/* The whole program, with PostgreSQL, on a separate disk that becomes full. Only root may make one. */

const mebibyte = 2 ** 20;
let folder = "";
let isMounted = false;
let program: Program | undefined;

beforeAll(async () => {
  folder = await temporaryFolder("/var/tmp");
  const { status } = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    "size=900m,mode=755",
    "tmpfs",
    folder,
  ]);
  isMounted = status === 0;
  if (!isMounted) return;
  await fillDataDir(folder);
  program = await startProgram({ dataDir: folder });
}, 60_000);
afterAll(async () => {
  await closeConnections();
  await program?.stop();
  if (isMounted) spawnSync("umount", [folder]);
  await removeFolder(folder);
});

/** Fills the disk except for this many bytes. */
async function fill(file: string, leave: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const handle = await open(file, "w");
  const piece = Buffer.alloc(mebibyte);
  for (let left = bavail * bsize - leave; left > 0; left -= mebibyte) await handle.write(piece);
  await handle.close();
}

longProof(
  "on a full disk the program says that it is not ready, and why, until there is room again",
  {
    timeout: 90_000,
  },
  async ({ skip }) => {
    if (!program) return skip("no disk could be mounted");
    const ready = async () => {
      const answer = await fetch(`${program?.url}/readyz`);
      const { status, checks } = (await answer.json()) as {
        status: string;
        checks: Record<string, string>;
      };
      return { http: answer.status, status, disk: checks.disk };
    };
    expect(await ready()).toEqual({ http: 200, status: "ready", disk: "ok" });

    const filler = path.join(folder, "filler");
    await fill(filler, 4 * mebibyte);
    await expect
      .poll(ready, { timeout: 20_000, interval: 200 })
      .toEqual({ http: 503, status: "not_ready", disk: "disk full" });
    // Reading still works.
    expect((await fetch(`${program.url}/Shop`)).status).toBe(200);
    // PostgreSQL reports the full disk itself, wherever its disk is.
    openConnections(await databaseAddress(folder), { max: 1 });
    await expect(asSeed()`select private.check_writes()`).rejects.toMatchObject({ code: "53100" });

    await rm(filler);
    await expect
      .poll(ready, { timeout: 20_000, interval: 200 })
      .toEqual({ http: 200, status: "ready", disk: "ok" });
  },
);

longProof("with a data directory that cannot be written the program is not ready", async () => {
  if (!program) return;
  expect(await diskCheck(folder)()).toBeUndefined();
  expect(await diskCheck(path.join(folder, "gone"))()).toBe("cannot write");
});
