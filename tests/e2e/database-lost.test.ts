import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { findPostmaster } from "#db/embedded-process.server.ts";
import { isRunning } from "#db/running-processes.server.ts";
import { clusterOf } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { type Program, removeFolder, startProgram } from "#tests/support/runner/program.ts";

let program: Program | undefined;
afterEach(async () => {
  if (program && (await isRunning(program.pid))) await program.stop();
  if (program) await removeFolder(program.dataDir);
});

const statusOf = (url: string) =>
  fetch(url).then(
    (answer) => answer.status,
    () => 0,
  );

test("an embedded PostgreSQL that is killed is started again, and the shop serves", {
  timeout: 90_000,
}, async () => {
  program = await startProgram();
  const cluster = await clusterOf(program.dataDir);
  const before = await findPostmaster(cluster);
  process.kill(before?.pid ?? 0, "SIGKILL");
  const again = async () => {
    const found = await findPostmaster(cluster);
    return found?.pid !== before?.pid && found;
  };
  await expect
    .poll(again, { timeout: 45_000 })
    .toMatchObject({ port: before?.port, isReady: true });
  const { url } = program;
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 15_000 }).toBe(200);
  expect(await statusOf(`${url}/Shop`)).toBe(200);
  expect(await isRunning(program.pid)).toBe(true);
});

longProof(
  "a program whose embedded PostgreSQL cannot be started again ends with an error",
  {
    timeout: 90_000,
  },
  async () => {
    program = await startProgram({ env: { SEED: "none" } });
    const { pid } = program;
    const cluster = await clusterOf(program.dataDir);
    await rm(path.join(cluster, "global", "pg_control"));
    process.kill((await findPostmaster(cluster))?.pid ?? 0, "SIGKILL");
    await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
    expect(program.output()).toContain("PostgreSQL");
    expect(await program.stop()).toBe(1);
  },
);
