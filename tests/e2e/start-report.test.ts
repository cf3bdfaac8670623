import { spawn } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  newDataDir,
  type Program,
  removeFolder,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** The start as a person at a terminal sees it. */
function atTerminal(env: NodeJS.ProcessEnv) {
  const command = `${process.execPath} server/commands/start.ts`;
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
    cwd: root,
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "development",
      LOG_LEVEL: "info",
      PORT: "0",
      STOP_GRACE: "0",
      ...env,
    },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, output: () => output.replaceAll("\r", "") };
}

const settings = {
  SMTP_URL: "smtp://orang:sandi-surat@mail.test:2525",
  MAIL_FROM: "Toko <halo@toko.test>",
  PAYMENTS: "midtrans,transfer",
  MIDTRANS_SERVER_KEY: "SB-Mid-server-rahasia-1234",
  MIDTRANS_CLIENT_KEY: "SB-Mid-client-rahasia-1234",
  TRUSTED_PROXIES: "10.0.0.0/8",
};
const secrets = /sandi-surat|rahasia/;

test("at a terminal the start prints one table of what it found, without secrets", {
  timeout: 60_000,
}, async () => {
  const dataDir = await newDataDir();
  onTestFinished(() => removeFolder(dataDir));
  const { child, ended, output } = atTerminal({ ...settings, DATA_DIR: dataDir });
  await expect.poll(output, { timeout: 40_000 }).toMatch(/^ +seed +demo$/m);
  const table = output()
    .split("\n")
    .filter((line) => /^ {2}[a-z]+ {2,}\S/.test(line));
  // Columns are as wide as their longest name.
  expect(table.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["address", "http://localhost:0"],
    ["role", "all"],
    ["mode", "development"],
    ["database", expect.stringMatching(/^PostgreSQL 1\d\.\d+, embedded in \S+, named etalase$/)],
    ["connections", "43 to PostgreSQL at most"],
    ["storage", `folder ${dataDir}/storage`],
    ["mail", "mail.test:2525, from Toko <halo@toko.test>"],
    ["payment", "midtrans (test), transfer"],
    ["proxies", "10.0.0.0/8"],
    ["memory", expect.stringMatching(/^\d+ MiB for the program's objects, of \d+ MiB$/)],
    ["seed", "demo"],
  ]);
  expect(output()).not.toMatch(secrets);
  child.stdin.write("\u0003");
  await ended;
});

describe("a program that runs", () => {
  let program: Program;
  let scripts = "";
  beforeAll(async () => {
    scripts = await temporaryFolder();
    const env = { ...settings, LOG_LEVEL: "info", NODE_COMPILE_CACHE: scripts };
    program = await startProgram({ env });
  }, 60_000);
  afterAll(async () => {
    await program?.kill();
    if (program) await removeFolder(program.dataDir);
    await removeFolder(scripts);
  });

  const isReady = () => expect.poll(program.output).toMatch(/"msg":"ready"/);

  longProof("in a log the same facts are one line", async () => {
    await isReady();
    const line =
      program
        .output()
        .split("\n")
        .find((text) => text.includes('"msg":"ready"')) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      level: 30,
      address: program.url,
      role: "all",
      mode: "development",
      database: expect.stringContaining("PostgreSQL"),
      storage: expect.stringContaining("folder"),
      mail: "mail.test:2525, from Toko <halo@toko.test>",
      payment: "midtrans (test), transfer",
      proxies: "10.0.0.0/8",
      memory: expect.stringContaining("MiB"),
      seed: "demo",
    });
    expect(program.output()).not.toMatch(secrets);
  });

  longProof(
    "a program that runs has kept its compiled scripts, before anybody stops it",
    async () => {
      await isReady();
      const kept = await readdir(scripts, { recursive: true });
      expect(kept.length).toBeGreaterThan(500);
    },
  );
});

longProof(
  "a failure without a known remedy is a sentence at a terminal",
  {
    timeout: 60_000,
  },
  async () => {
    const dataDir = await newDataDir({ SEED: "none" });
    onTestFinished(() => removeFolder(dataDir));
    await rm(path.join(dataDir, "keys.json"));
    await mkdir(path.join(dataDir, "keys.json"));
    const { ended, output } = atTerminal({ DATA_DIR: dataDir, SEED: "none" });
    expect(await ended).toBe(1);
    expect(output()).toContain("The program cannot go on: EISDIR");
    expect(output()).toContain("LOG_LEVEL=debug");
    expect(output()).not.toMatch(/"level":|\n +at /);
  },
);
