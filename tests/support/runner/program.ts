import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { serverMemory } from "../../../bin/server-memory.mjs";

const run = promisify(execFile);
const root = path.join(import.meta.dirname, "..", "..", "..");

/** The whole program as a user starts it, with a data directory of its own. */
export interface Program {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything that the program has printed. */
  output(): string;
  /** Sends the stop signal and waits. @returns the exit code */
  stop(): Promise<number | null>;
  /** Kills the program without any chance to clean up, as a crash of the machine does. */
  kill(): Promise<void>;
}

/**
 * @param options.dataDir an earlier program's data directory
 * @param options.limits shell commands to run first, e.g. `ulimit -n 256`
 * @param options.onOutput gets all of its output so far at each new piece
 * @param options.memory bytes of memory that the program assumes; by default this machine's
 */
export async function startProgram(
  options: {
    dataDir?: string;
    port?: number;
    env?: NodeJS.ProcessEnv;
    limits?: string;
    onOutput?: (output: string) => void;
    memory?: number;
  } = {},
): Promise<Program> {
  const memory = serverMemory(options.memory);
  const dataDir = options.dataDir ?? (await newDataDir(options.env ?? {}));
  const port = options.port ?? (await programPort());
  const url = `http://localhost:${port}`;
  const command = [process.execPath, ...memory.flags, "server/commands/start.ts"];
  const [program = "", ...words] = options.limits
    ? ["sh", "-c", `${options.limits}; exec "$@"`, "sh", ...command]
    : command;
  const child = spawn(program, words, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...memory.environment,
      ...process.env,
      NODE_ENV: "development",
      LOG_LEVEL: "warn",
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      // No requests arrive when a test stops its program.
      STOP_GRACE: "0",
      ...(options.env?.NODE_ENV === "production" ? {} : { PAYMENTS: "builtin" }),
      ...options.env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      options.onOutput?.(output);
    });
  }
  const gone = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await ready(url, child, () => output);
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    stop() {
      child.kill("SIGTERM");
      return gone;
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Runs the program to its end, for a start that must fail. */
export async function runToEnd(
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["server/commands/start.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "development", LOG_LEVEL: "warn", ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

/**
 * Runs one of the operator's commands.
 * @param name of its file in server/commands
 */
export async function runCommand(
  name: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [`server/commands/${name}.ts`, ...words], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "development", LOG_LEVEL: "warn", ...env },
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk: Buffer) => {
      texts[name] += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...texts };
}

/**
 * A separate folder for a program. The new one starts as a copy of a folder that a program has set up, because loading
 * regions and the demo shop takes most of a start. A test of the first start uses `temporaryFolder`.
 * @param parent folder that contains it
 */
export async function newDataDir(
  env: NodeJS.ProcessEnv = {},
  parent: string = tmpdir(),
): Promise<string> {
  const folder = await temporaryFolder(parent);
  await fillDataDir(folder, env);
  return folder;
}

/** Copies the prepared data into an empty folder. */
export async function fillDataDir(folder: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const template = templateFor(env);
  // `-a` because the database's files belong to an account of their own.
  if (template) await run("cp", ["-a", `${template}/.`, folder]);
}

/** Name of the variable that holds the folder of a template, by the kind of shop in it. */
export const templateNames = {
  demo: "PROGRAM_TEMPLATE",
  none: "EMPTY_PROGRAM_TEMPLATE",
} as const;

/** In production an empty shop is the default, and a demo shop gets passwords of its own, so it starts empty too. */
function templateFor(env: NodeJS.ProcessEnv): string | undefined {
  if (env.DATABASE_URL !== undefined) return undefined;
  const isEmpty = env.NODE_ENV === "production" || env.SEED === "none";
  if (!isEmpty && env.SEED !== undefined) return undefined;
  return process.env[templateNames[isEmpty ? "none" : "demo"]];
}

/**
 * A free port below the system's ephemeral range: a run of the tests uses hundreds of those a second, and one could
 * be taken before the program listens.
 */
async function programPort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** @param parent folder that contains it; on many systems the default is in memory while tests run */
export async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, "etalase-program-"));
  await chmod(folder, 0o755);
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`the program stopped:\n${output()}`);
    const isUp = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the program did not become ready:\n${output()}`);
}
