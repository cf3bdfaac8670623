// Shared by start, build, test and dev. Runs on Node 18 and newer, before any package is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { serverMemory } from "./server-memory.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const neededMajor = 24;
const fetchedVersion = "24.21.0";
/** `--prefer-offline`: the lockfile has checksums, so npm need not revalidate its cache with the registry. */
const installOptions = [
  "--no-save",
  "--no-audit",
  "--no-fund",
  "--ignore-scripts",
  "--prefer-offline",
];

/** In production the output is JSON lines, except on a terminal. */
function write(stream, level, text) {
  const isText = stream.isTTY || process.env.NODE_ENV !== "production";
  const line = isText ? text : JSON.stringify({ level, time: Date.now(), msg: text });
  stream.write(`${line}\n`);
}

export function say(text) {
  write(process.stdout, 30, text);
}

/** Node 24 from npm, in an ignored folder. */
function fetchedNode() {
  const system = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = path.join(root, ".runtime");
  const program = process.platform === "win32" ? "node.exe" : "node";
  const binary = path.join(folder, "node_modules", name, "bin", program);
  const install = ["install", ...installOptions, `${name}@${fetchedVersion}`];
  return { name, folder, binary, install };
}

const [major, minor] = process.versions.node.split(".").map(Number);

/** A Node that can run the program: this one, or Node 24 from npm. */
export function nodeBinary() {
  if (major >= neededMajor) return process.execPath;
  const { name, folder, binary, install } = fetchedNode();
  if (!existsSync(binary)) {
    prepareFetch(folder);
    npm(process.execPath, install, folder);
    if (!existsSync(binary))
      fail(`npm did not bring ${name}. Install Node ${neededMajor} or newer.`);
  }
  return binary;
}

function prepareFetch(folder) {
  say(
    `Node ${process.versions.node} is older than ${neededMajor}: fetching Node ${fetchedVersion} from npm`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
}

/**
 * In a fresh clone, fetches Node and installs all packages at the same time. npm omits optional binaries of packages that
 * refuse its own Node. They accept Node 20.19, so an older Node fetches first (`nodeBinary`, then `ensureInstalled`).
 */
export async function fetchNodeAndPackages({ forTests = false } = {}) {
  const { folder, binary, install } = fetchedNode();
  const isFresh = !existsSync(binary) && !existsSync(path.join(root, "node_modules"));
  if (!isFresh || major !== 20 || minor < 19) return;
  prepareFetch(folder);
  say("Installing packages");
  await Promise.all([
    npmAsync(process.execPath, install, folder),
    npmAsync(process.execPath, packagesInstall(forTests), root),
  ]);
}

/**
 * Installs the missing packages of the lockfile, whatever `NODE_ENV` or npm's settings leave out.
 * @param node the Node that the program will run on: npm omits binaries of packages that refuse its own Node
 * @param forTests whether to install the packages that only check and test the program (`devDependencies`)
 */
export function ensureInstalled(node, { forTests = false } = {}) {
  if (isInstalled(forTests)) return;
  say("Installing packages");
  npm(node, packagesInstall(forTests), root);
}

/**
 * Not `npm ci`: it refuses a lockfile that lacks another system's optional binaries, which npm omits when the registry does
 * not offer them. Versions and checksums of the lockfile are still enforced.
 */
function packagesInstall(forTests) {
  const tests = forTests ? "--include=dev" : "--omit=dev";
  return ["install", ...installOptions, "--include=optional", tests];
}

/**
 * Installs missing packages. In production a tree that has packages never calls npm (docs/why/operations.md): an image is
 * built once, by `npm run build`, and starts without a registry.
 * @returns whether the screens are built from these sources
 */
export function prepareServer(node) {
  const isImage =
    process.env.NODE_ENV === "production" && existsSync(path.join(root, "node_modules"));
  if (isImage && !isInstalled(false)) {
    fail("Packages that package-lock.json names are missing. Run: npm run build");
  }
  ensureInstalled(node);
  return isBuilt();
}

/**
 * Compares npm's record of installed packages with the lockfile, and checks that each package's folder
 * exists.
 */
function isInstalled(forTests) {
  const installed = packagesOf(path.join(root, "node_modules", ".package-lock.json"));
  return Object.entries(packagesOf(path.join(root, "package-lock.json"))).every(
    ([place, wanted]) => {
      // Optional packages are for some systems only.
      if (place === "" || wanted.optional || wanted.devOptional) return true;
      if (wanted.dev && !forTests) return true;
      const found = installed[place];
      return (
        found?.version === wanted.version &&
        found?.integrity === wanted.integrity &&
        existsSync(path.join(root, place, "package.json"))
      );
    },
  );
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, "utf8")).packages ?? {};
  } catch {
    // Nothing is installed, or npm was interrupted during the write.
    return {};
  }
}

/** Lies in a folder that a manual build deletes, because such a build is not compressed. */
const buildMarker = path.join(root, "build", "server", ".built");

/** Tests are no part of the build: an image may leave them out. */
const isTest = /\.test\.tsx?$/;

/** The marker is written last, so an interrupted build has none. */
export function isBuilt() {
  return (
    read(buildMarker) === sourcesHash() &&
    ["client/assets", "server/index.js"].every((name) => existsSync(path.join(root, "build", name)))
  );
}

function sourcesHash() {
  return hashOf([
    ...["app", "shop", "base"]
      .flatMap((folder) => filesBelow(path.join(root, folder)))
      .filter((file) => !isTest.test(file)),
    ...[
      "package-lock.json",
      "vite.config.ts",
      "react-router.config.ts",
      "server/boot/split-languages.ts",
      "server/boot/compress-assets.ts",
    ].map((name) => path.join(root, name)),
  ]);
}

/**
 * Builds the screens unless the build matches these sources.
 * @param isQuick whether to compress in a twentieth of the time; the files are 5 % larger
 */
export function ensureBuilt(node, { isQuick = false } = {}) {
  if (isBuilt()) return;
  say("Building the screens");
  // Always a production build, also on a development machine.
  const env = { ...process.env, NODE_ENV: "production" };
  const router = "node_modules/@react-router/dev/dist/cli/index.js";
  run(node, [router, "build", "--logLevel", "warn"], { env });
  run(node, ["server/boot/split-languages.ts"]);
  run(node, ["server/boot/compress-assets.ts", ...(isQuick ? ["--quick"] : [])]);
  writeFileSync(buildMarker, sourcesHash());
}

/**
 * Where Node keeps compiled scripts: a start that finds them takes a third less time (docs/why/operations.md). Node ignores the
 * folder where it cannot write.
 */
const compiledScripts = path.join(root, "node_modules", ".cache", "etalase-scripts");

/**
 * Replaces this process with one of the server's programs, with memory limits. NODE_OPTIONS and the
 * environment take precedence.
 * @param words the program's arguments
 */
export function runServer(node, script, words = []) {
  const memory = serverMemory();
  const chosen = process.env.NODE_OPTIONS ?? "";
  const flags = memory.flags.filter((flag) => !chosen.includes(flag.split("=")[0]));
  runAndExit(node, [...flags, script, ...words], {
    cwd: root,
    env: { ...memory.environment, NODE_COMPILE_CACHE: compiledScripts, ...process.env },
  });
}

/** Milliseconds between two looks at whether the shell of npm lives. */
const parentCheckMs = 500;

/**
 * Runs a program in place of this one: same terminal, forwarded signals, same exit code. The closing IPC
 * channel (fourth stream) tells the program that this one was killed.
 */
export function runAndExit(program, args, options) {
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(program, args, { stdio, ...options });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // Ctrl-C in a terminal has already reached the child; it ignores a second signal.
    process.on(signal, () => child.kill(signal));
  }
  // npm ends its shell on a signal and hands the signal on to nobody: the shell's end is the signal.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) child.kill("SIGTERM");
    }, parentCheckMs).unref();
  }
  child.once("error", (error) => fail(error.message));
  child.once("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

export function run(program, args, options = {}) {
  const { status } = spawnSync(program, args, { stdio: "inherit", cwd: root, ...options });
  if (status !== 0) fail(`${path.basename(args[0] ?? program)} failed`);
}

function npm(node, args, cwd) {
  const [program, words, options] = npmCall(node, args, cwd);
  npmEnded(args, spawnSync(program, words, options).status);
}

/** As `npm`, without blocking this process. */
async function npmAsync(node, args, cwd) {
  const [program, words, options] = npmCall(node, args, cwd);
  const child = spawn(program, words, options);
  child.once("error", (error) => fail(error.message));
  npmEnded(args, await new Promise((resolve) => child.once("close", resolve)));
}

function npmCall(node, args, cwd) {
  const script = process.env.npm_execpath;
  const env = {
    ...process.env,
    // An npm that is a script finds the same Node through PATH.
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    npm_config_update_notifier: "false",
    npm_config_loglevel: "error",
  };
  const options = { stdio: "inherit", cwd, env };
  return script?.endsWith(".js")
    ? [node, [script, ...args], options]
    : ["npm", args, { ...options, shell: process.platform === "win32" }];
}

function npmEnded(args, status) {
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
  write(process.stderr, 60, reason);
  process.exit(1);
}
