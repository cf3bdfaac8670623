import { spawn } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeFolder, temporaryFolder } from "#tests/support/program.ts";
import { startEmbedded } from "./embedded.server.ts";

test("a process that has taken the dead server's number is left alone", {
  timeout: 60_000,
}, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const first = await startEmbedded(folder);
  await first.stop();

  const stranger = spawn("sleep", ["300"], { stdio: "ignore" });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  const cluster = path.join(folder, "postgres");
  expect(await readdir(cluster)).toContain("PG_VERSION");
  await writeFile(
    path.join(cluster, "postmaster.pid"),
    `${stranger.pid}\n${cluster}\n1790000000\n5432\n\n127.0.0.1\n\nready\n`,
  );

  const second = await startEmbedded(folder);
  onTestFinished(() => second.stop());
  expect(second.adopted).toBe(false);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});
