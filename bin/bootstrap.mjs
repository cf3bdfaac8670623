// What start, test and dev share. Runs on Node 18 and newer, before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { serverMemory } from "./server-memory.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const neededMajor = 24;
const fetchedVersion = "24.21.0";

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** A Node that the program runs on: this one, or Node 24 from npm, kept in an ignored folder. */
export function nodeBinary() {
  if (Number(process.versions.node.split(".")[0]) >= neededMajor) return process.execPath;
  const system = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = path.join(root, ".runtime");
  const program = process.platform === "win32" ? "node.exe" : "node";
  const binary = path.join(folder, "node_modules", name, "bin", program);
  if (!existsSync(binary)) {
    say(
      `Node ${process.versions.node} is older than ${neededMajor}: fetching Node ${fetchedVersion} from npm`,
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    npm(
      process.execPath,
      [
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        `${name}@${fetchedVersion}`,
      ],
      folder,
    );
    if (!existsSync(binary))
      fail(`npm did not bring ${name}. Install Node ${neededMajor} or newer.`);
  }
  return binary;
}

/**
 * Installs the packages of the lockfile unless exactly these are there.
 *
 * @param node the Node that the program will run on: npm leaves out the binaries of packages that refuse the Node it
 *   runs on itself
 */
export function ensureInstalled(node) {
  const modules = path.join(root, "node_modules");
  const marker = path.join(modules, ".installed");
  const wanted = hashOf([path.join(root, "package-lock.json")]);
  if (read(marker) === wanted) return;
  say("Installing packages");
  // Not `npm ci`: it refuses a lockfile that lacks another system's optional binaries, which npm leaves out when
  // the registry at hand does not offer them. Versions and checksums of the lockfile hold here all the same.
  npm(node, ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"], root);
  writeFileSync(marker, wanted);
}

/** Builds the screens unless the build is of exactly these sources. */
export function ensureBuilt(node) {
  // Beside what a build by hand removes, because such a build is not compressed.
  const marker = path.join(root, "build", "server", ".built");
  const wanted = hashOf([
    ...["app", "shop", "base"].flatMap((folder) => filesBelow(path.join(root, folder))),
    ...["package-lock.json", "vite.config.ts", "react-router.config.ts"].map((name) =>
      path.join(root, name),
    ),
  ]);
  if (read(marker) === wanted) return;
  say("Building the screens");
  run(node, ["node_modules/@react-router/dev/dist/cli/index.js", "build", "--logLevel", "warn"]);
  run(node, ["server/compress-assets.ts"]);
  writeFileSync(marker, wanted);
}

/**
 * Runs one of the server's programs in this one's place, with bounds to its memory. NODE_OPTIONS and the environment go
 * first.
 * @param words what the program is told
 */
export function runServer(node, script, words = []) {
  const memory = serverMemory();
  const chosen = process.env.NODE_OPTIONS ?? "";
  const flags = memory.flags.filter((flag) => !chosen.includes(flag.split("=")[0]));
  runAndExit(node, [...flags, script, ...words], {
    cwd: root,
    env: { ...memory.environment, ...process.env },
  });
}

/** Runs a program in this one's place: same terminal, signals passed on, same exit code. */
export function runAndExit(program, args, options) {
  const child = spawn(program, args, { stdio: "inherit", ...options });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // From a terminal the child has it already; a second one is ignored there.
    process.on(signal, () => child.kill(signal));
  }
  child.once("error", (error) => fail(error.message));
  child.once("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

export function run(program, args, options = {}) {
  const { status } = spawnSync(program, args, { stdio: "inherit", cwd: root, ...options });
  if (status !== 0) fail(`${path.basename(args[0] ?? program)} failed`);
}

function npm(node, args, cwd) {
  const script = process.env.npm_execpath;
  const env = {
    ...process.env,
    // An npm that is a script of its own finds the same Node.
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    npm_config_update_notifier: "false",
    npm_config_loglevel: "error",
  };
  const { status } = script?.endsWith(".js")
    ? spawnSync(node, [script, ...args], { stdio: "inherit", cwd, env })
    : spawnSync("npm", args, { stdio: "inherit", cwd, env, shell: process.platform === "win32" });
  if (status !== 0) fail(`npm ${args[0]} failed. Is there a connection to the npm registry?`);
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

function filesBelow(folder) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name);
      return statSync(file).isDirectory() ? filesBelow(file) : [file];
    });
}

function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

export function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
