import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, readFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { freePort } from "#db/embedded.server.ts";
import { postgresOwner } from "#db/embedded-owner.server.ts";
import { isRunning } from "#db/running-processes.server.ts";
import { clusterOf } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  newDataDir,
  type Program,
  removeFolder,
  runToEnd,
  startProgram,
} from "#tests/support/runner/program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

const running: Program[] = [];

async function start(options: Parameters<typeof startProgram>[0] = {}): Promise<Program> {
  const program = await startProgram(options);
  running.push(program);
  return program;
}

afterEach(async () => {
  for (const program of running.splice(0)) {
    if (isAlive(program.pid)) await program.stop();
    await removeFolder(program.dataDir);
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function postmasterOf(program: Program): Promise<number> {
  const text = await readFile(
    path.join(await clusterOf(program.dataDir), "postmaster.pid"),
    "utf8",
  );
  return Number(text.split("\n")[0]);
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

test("a second program on the same data directory is refused in one line", async () => {
  const first = await start({ env: { SEED: "none" } });
  const second = await runToEnd({ DATA_DIR: first.dataDir, PORT: String(await freePort()) });
  expect(second.code).toBe(1);
  expect(second.output.trim().split("\n")).toEqual([
    `${first.dataDir} is in use by process ${first.pid}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
  ]);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test("after a kill the next start takes the running database over", async () => {
  const first = await start();
  const postmaster = await postmasterOf(first);
  await first.kill();
  expect(isAlive(postmaster)).toBe(true);
  const second = await start({ dataDir: first.dataDir });
  expect(second.output()).toContain("taken over after a crash");
  expect(await postmasterOf(second)).toBe(postmaster);
});

test("R24: on a stop signal it finishes running work and leaves nothing behind", async () => {
  const program = await start();
  const postmaster = await postmasterOf(program);
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  // Browsers open spare connections and reuse connections.
  const silent = connect(Number(new URL(program.url).port), "localhost");
  onTestFinished(() => void silent.destroy());
  await once(silent, "connect");
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const asked = request(`${program.url}/auth/v1/admin/users`, {
    method: "POST",
    agent,
    headers: {
      "Content-Type": "application/json",
      apikey: keys.secret,
      Expect: "100-continue",
    },
  });
  const answered = once(asked, "response");
  // The program has the request and waits for its body.
  asked.flushHeaders();
  await once(asked, "continue");
  const stopped = program.stop();
  await once(silent, "close");
  asked.end(JSON.stringify({ email: "pelan@pelanggan.test", password: "kertas-karbon-7" }));
  const [answer] = (await answered) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.connection).toBe("close");
  answer.resume();
  expect(await stopped).toBe(0);
  // An ended process keeps its id until its parent has reaped it.
  await expect.poll(() => isAlive(postmaster), { timeout: 10_000 }).toBe(false);
  expect(await isThere(path.join(await clusterOf(program.dataDir), "postmaster.pid"))).toBe(false);
  expect(await isThere(path.join(program.dataDir, "process.lock"))).toBe(false);
});

const starters = [
  [
    "when `npm start` is killed, the program stops in order",
    [process.execPath, "bin/start.mjs"],
    "SIGKILL",
  ],
  ["when npm ends on a signal, the program stops in order", ["npm", "start"], "SIGTERM"],
] as const;

/* npm's own second is in `npm run verify` only. */
test.each(shareOf(starters, 0, 2))("%s", { timeout: 90_000 }, async (_, command, signal) => {
  const dataDir = await newDataDir({ SEED: "none" });
  onTestFinished(() => removeFolder(dataDir));
  const port = String(await freePort());
  const [program, ...words] = command;
  const starter = spawn(program, words, {
    cwd: path.join(import.meta.dirname, "..", ".."),
    stdio: "ignore",
    env: { ...process.env, DATA_DIR: dataDir, PORT: port, SEED: "none", NODE_ENV: "development" },
  });
  const statusOf = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(statusOf, { timeout: 60_000 }).toBe(200);
  const lock = path.join(dataDir, "process.lock");
  const { pid } = JSON.parse(await readFile(lock, "utf8")) as { pid: number };
  expect(pid).not.toBe(starter.pid);
  starter.kill(signal);
  await expect.poll(() => isThere(lock), { timeout: 30_000 }).toBe(false);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

longProof(
  "no request on keep-alive connections is lost when the program stops",
  {
    timeout: 60_000,
  },
  async () => {
    const program = await start({ env: { STOP_GRACE: "3" } });
    const agent = new Agent({ keepAlive: true, maxSockets: 24 });
    onTestFinished(() => agent.destroy());
    let isProviderUnavailable = false;
    const lost: string[] = [];
    const last = { close: 0, "keep-alive": 0 };
    let answered = 0;
    const ask = () =>
      new Promise<void>((resolve) => {
        const asked = request(`${program.url}/Shop`, { agent }, (answer) => {
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk: string) => (text += chunk));
          answer.once("close", () => {
            const isWhole = answer.statusCode === 200 && text.includes("</html>");
            if (!isWhole) lost.push(`${answer.statusCode}, ${text.length} characters`);
            if (isStopping) last[answer.headers.connection === "close" ? "close" : "keep-alive"]++;
            answered++;
            resolve();
          });
        });
        asked.once("error", (error) => {
          lost.push(String(error));
          resolve();
        });
        asked.end();
      });
    let isStopping = false;
    const crowd = Promise.all(
      Array.from({ length: 24 }, async () => {
        while (!isProviderUnavailable) await ask();
      }),
    );
    await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(200);
    isStopping = true;
    const stopped = program.stop();
    // As a load balancer does: poll readiness, and remove an instance that is not ready.
    await expect
      .poll(() => fetch(`${program.url}/readyz`).then(({ status }) => status), { timeout: 5_000 })
      .toBe(503);
    const before = answered;
    await expect.poll(() => answered, { timeout: 5_000 }).toBeGreaterThan(before + 24);
    isProviderUnavailable = true;
    await crowd;
    expect(await stopped).toBe(0);
    expect(lost).toEqual([]);
    expect(last.close).toBeGreaterThan(24);
  },
);

longProof("at a terminal Ctrl-C ends the program without a grace", async () => {
  const program = await start({ env: { STOP_GRACE: "10" } });
  // The endpoints open a moment before all of it has started; its greeting comes last.
  await expect.poll(() => program.output(), { timeout: 10_000 }).toContain(program.url);
  const silent = connect(Number(new URL(program.url).port), "localhost");
  onTestFinished(() => void silent.destroy());
  await once(silent, "connect");
  const stopped = program.stop();
  process.kill(program.pid, "SIGINT");
  await once(silent, "close");
  // With the grace of ten seconds, the test would time out.
  expect(await stopped).toBe(0);
});

test("wrong settings are all reported at once", async () => {
  const { code, output } = await runToEnd({
    PORT: "many",
    ROLE: "boss",
    SEED: "everything",
    DATABASE_URL: "mysql://user:geheim@host/db",
    PAYMENTS: "shells",
  });
  expect(code).toBe(1);
  for (const name of ["PORT", "ROLE", "SEED", "DATABASE_URL", "PAYMENTS"]) {
    expect(output).toContain(`  - ${name} `);
  }
  expect(output).not.toMatch(/\n\s+at /);
  expect(output).not.toContain("geheim");
});

longProof("R3: works after a restart of PostgreSQL", { timeout: 60_000 }, async () => {
  const program = await start({ env: { LOG_LEVEL: "debug" } });
  // Wait for the workers, which start after the endpoints: losing the database during the start is another case.
  await expect.poll(program.output).toContain("connected and looking for jobs");
  const cluster = await clusterOf(program.dataDir);
  const options = await readFile(path.join(cluster, "postmaster.opts"), "utf8");
  const [postgres = "", ...args] = [...options.matchAll(/"([^"]*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  const control = path.join(path.dirname(postgres), "pg_ctl");
  const settings = args
    .slice(args.indexOf("-D") < 0 ? 0 : args.indexOf("-D") + 2)
    .map((arg) => `'${arg}'`);
  const ask = () =>
    fetch(`${program.url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
  const busy = Promise.all(Array.from({ length: 20 }, ask));
  const owner = await postgresOwner();
  const restart = spawn(
    control,
    [
      "restart",
      "-w",
      "-m",
      "fast",
      "-D",
      cluster,
      "-l",
      path.join(cluster, "server.log"),
      "-o",
      settings.join(" "),
    ],
    {
      ...owner,
      cwd: "/",
      stdio: "ignore",
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    },
  );
  expect(await new Promise((resolve) => restart.once("exit", resolve))).toBe(0);
  const answers = await busy;
  await expect.poll(ask, { timeout: 15_000 }).toBe(200);
  expect(program.output()).not.toMatch(/unhandled|TypeError/i);
  expect(answers.every((answer) => answer === 200 || answer === 503)).toBe(true);
  expect(isAlive(program.pid)).toBe(true);
});
