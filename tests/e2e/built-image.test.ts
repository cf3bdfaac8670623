import { execFile, spawn } from "node:child_process";
import { cp, mkdir, readFile, rename, utimes } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { freePort } from "#db/embedded.server.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { newDataDir, removeFolder, temporaryFolder } from "#tests/support/runner/program.ts";

/* The content of an image: the sources, a finished build, and the packages of `npm install --omit=dev`. */

const run = promisify(execFile);
const root = path.join(import.meta.dirname, "..", "..");
const folders = ["app", "backend", "base", "bin", "build", "db", "integrations", "server", "shop"];
const files = ["package.json", "package-lock.json", "vite.config.ts", "react-router.config.ts"];

interface LockedPackage {
  readonly dev?: boolean;
}

let image = "";
let asked: string[] = [];
const registry = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.writeHead(503).end();
});

beforeAll(async () => {
  await run("npm", ["run", "build"], { cwd: root });
  image = await temporaryFolder();
  for (const name of [...folders, ...files]) {
    await cp(path.join(root, name), path.join(image, name), { recursive: true });
  }
  const lock = JSON.parse(
    await readFile(path.join(root, "node_modules/.package-lock.json"), "utf8"),
  ) as { packages: Record<string, LockedPackage> };
  await mkdir(path.join(image, "node_modules"));
  await cp(
    path.join(root, "node_modules/.package-lock.json"),
    path.join(image, "node_modules/.package-lock.json"),
  );
  const needed = Object.entries(lock.packages).filter(([place, { dev }]) => place && !dev);
  // An outer package's copy includes the packages inside of it.
  const outer = needed
    .map(([place]) => place)
    .filter((place) => !/node_modules.*node_modules/.test(place));
  await run("cp", ["-a", "--parents", ...outer, image], { cwd: root });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
}, 120_000);

afterAll(async () => {
  registry.close();
  await removeFolder(image);
});

/** Runs what `npm start` runs, in production, with a registry that does not respond. */
function begin(env: NodeJS.ProcessEnv) {
  asked = [];
  const { port } = registry.address() as AddressInfo;
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    cwd: image,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: image,
      NODE_ENV: "production",
      ALLOW_BUILTIN_PAYMENTS: "1",
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_update_notifier: "false",
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, output: () => output };
}

async function refusal(): Promise<string> {
  const { ended, output } = begin({ DATA_DIR: path.join(image, "unused") });
  expect(await ended).toBe(1);
  expect(asked).toEqual([]);
  const line = output().trim().split("\n").at(-1) ?? "";
  return (JSON.parse(line) as { msg: string }).msg;
}

longProof(
  "a built tree without devDependencies starts in production and sends no request to a registry",
  {
    timeout: 90_000,
  },
  async () => {
    await utimes(path.join(image, "app/root.tsx"), new Date(), new Date());
    const dataDir = await newDataDir({ SEED: "none" });
    onTestFinished(() => removeFolder(dataDir));
    const port = await freePort();
    const { child, ended, output } = begin({
      DATA_DIR: dataDir,
      PORT: String(port),
      STOP_GRACE: "0",
    });
    const status = () =>
      fetch(`http://localhost:${port}/Shop`).then(
        (answer) => answer.status,
        () => output(),
      );
    await expect.poll(status, { timeout: 60_000 }).toBe(200);
    child.kill("SIGTERM");
    await ended;
    expect(output()).not.toMatch(/Installing|Building/);
    expect(asked).toEqual([]);
  },
);

longProof(
  "a production start with missing packages fails and names the command that installs them",
  async () => {
    const hono = path.join(image, "node_modules/hono");
    await rename(hono, `${hono}-away`);
    expect(await refusal()).toBe(
      "Packages that package-lock.json names are missing. Run: npm run build",
    );
  },
);
