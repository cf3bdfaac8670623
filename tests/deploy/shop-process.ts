import { type ChildProcess, spawn } from "node:child_process";
import { chown, copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { plainUser } from "./plain-user.ts";
import type { Release } from "./release.ts";

/** What deploy/systemd starts: one web process or the worker, with a data directory and the shop's keys. */
export interface ShopProcess {
  readonly name: string;
  readonly release: string;
  /** The last lines that it printed. */
  output(): string;
  /** As a supervisor does: SIGTERM, and it ends by itself. @throws Error when it does not end with 0 */
  stop(): Promise<void>;
}

export interface Place {
  readonly name: string;
  readonly role: "web" | "worker";
  readonly port: number;
  readonly dataDir: string;
  readonly keys: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Milliseconds that a start and a stop may take before the proof gives up. */
const startTimeoutMs = 60_000;
const stopTimeoutMs = 35_000;
const keptCharacters = 4_000;

/** Starts a release in a place and waits until it serves. */
export async function startProcess(release: Release, place: Place): Promise<ShopProcess> {
  await prepareDataDir(place);
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    cwd: release.folder,
    stdio: ["ignore", "pipe", "pipe"],
    ...plainUser(),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      HOST: "127.0.0.1",
      ROLE: place.role,
      DATA_DIR: place.dataDir,
      ...place.env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptCharacters);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  await waitUntilReady(child, place, () => output);
  return {
    name: place.name,
    release: release.name,
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      const code = await Promise.race([ended, setTimeout(stopTimeoutMs, "late", { ref: false })]);
      if (code !== 0) throw new Error(`${place.name} ended with ${code}:\n${output}`);
    },
  };
}

async function prepareDataDir({ dataDir, keys }: Place): Promise<void> {
  const file = path.join(dataDir, "keys.json");
  await mkdir(dataDir, { recursive: true });
  await copyFile(keys, file);
  const user = plainUser();
  if (!user) return;
  for (const one of [dataDir, file]) await chown(one, user.uid, user.gid);
}

async function waitUntilReady(child: ChildProcess, place: Place, output: () => string) {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${place.name} did not start:\n${output()}`);
    if (await isReady(place.port)) return;
    await setTimeout(100);
  }
  throw new Error(`${place.name} is not ready:\n${output()}`);
}

/** Whether the process on a port says that it can serve. */
export async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
