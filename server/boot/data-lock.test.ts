import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startTimeOf } from "#db/running-processes.server.ts";
import { removeFolder, temporaryFolder } from "#tests/support/runner/program.ts";
import { lockDataDir } from "./data-lock.ts";

async function folderHeldBy(pid: number): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const holder = { pid, born: await startTimeOf(pid) };
  await writeFile(path.join(folder, "process.lock"), JSON.stringify(holder));
  return folder;
}

test.skipIf(process.platform === "win32")(
  "a zombie process does not hold the data directory",
  async () => {
    // The shell starts a child, prints its process number and becomes a program that never reaps children.
    const parent = spawn("sh", ["-c", "sleep 300 & echo $!; exec sleep 300"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString()))),
    );
    const stateOf = () => readFile(`/proc/${parent.pid}/cmdline`, "utf8");
    await expect.poll(stateOf).toContain("sleep");
    const folder = await folderHeldBy(pid);
    await expect(lockDataDir(folder)).rejects.toThrow(`is in use by process ${pid}`);
    process.kill(pid, "SIGKILL");
    await expect.poll(() => readFile(`/proc/${pid}/stat`, "utf8")).toMatch(/\) Z/);
    const release = await lockDataDir(folder);
    await release();
  },
);

test("a running process holds the data directory, a later one with the same id does not", async () => {
  const folder = await folderHeldBy(process.pid);
  await expect(lockDataDir(folder)).rejects.toThrow(`is in use by process ${process.pid}`);
  const earlier = { pid: process.pid, born: "1" };
  await writeFile(path.join(folder, "process.lock"), JSON.stringify(earlier));
  await (await lockDataDir(folder))();
});
