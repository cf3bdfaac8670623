import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

const folders: string[] = [];
let fresh = "";
beforeAll(() => {
  fresh = makeProject();
});
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
afterAll(() => rmSync(fresh, { recursive: true, force: true }));

/** A copy of the project as `npm install --package-lock-only` left it. */
function project(): string {
  const root = mkdtempSync(path.join(tmpdir(), "etalase-install-"));
  folders.push(root);
  cpSync(fresh, root, { recursive: true });
  return root;
}

/** A project that installs without a registry: one package to start the shop and one to test it. */
function makeProject(): string {
  const root = mkdtempSync(path.join(tmpdir(), "etalase-install-"));
  mkdirSync(path.join(root, "bin"));
  for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith(".mjs"))) {
    cpSync(path.join(import.meta.dirname, name), path.join(root, "bin", name));
  }
  for (const name of ["to-run", "to-test"]) {
    const contents = path.join(root, name, "package");
    mkdirSync(contents, { recursive: true });
    const facts = { name, version: "1.0.0" };
    writeFileSync(path.join(contents, "package.json"), JSON.stringify(facts));
    const args = ["-czf", `${name}.tgz`, "-C", name, "package"];
    if (spawnSync("tar", args, { cwd: root }).status !== 0) throw new Error("tar failed");
  }
  writeFileSync(
    path.join(root, "package.json"),
    JSON.stringify({
      name: "project",
      version: "1.0.0",
      dependencies: { "to-run": "file:to-run.tgz" },
      devDependencies: { "to-test": "file:to-test.tgz" },
    }),
  );
  // What the build is made of.
  for (const name of ["app", "shop", "base"]) mkdirSync(path.join(root, name));
  mkdirSync(path.join(root, "server", "boot"), { recursive: true });
  for (const name of [
    "vite.config.ts",
    "react-router.config.ts",
    "server/boot/split-languages.ts",
    "server/boot/compress-assets.ts",
  ]) {
    writeFileSync(path.join(root, name), "");
  }
  npm(root, ["install", "--package-lock-only"]);
  return root;
}

function npm(root: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync("npm", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/**
 * @param what further arguments of `ensureInstalled`
 * @returns its output
 */
function install(root: string, env: NodeJS.ProcessEnv = {}, what = ""): string {
  const script = `import("./bin/bootstrap.mjs").then((b) => b.ensureInstalled(process.execPath${what}))`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--eval", script], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: root, ...env },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const has = (root: string, name: string) =>
  existsSync(path.join(root, "node_modules", name, "package.json"));

const startSettings: readonly [string, Readonly<Record<string, string>>][] = [
  ["NODE_ENV=production", { NODE_ENV: "production" }],
  ["npm_config_omit=dev", { npm_config_omit: "dev" }],
  ["npm_config_production=true", { npm_config_production: "true" }],
];

const tests = ", { forTests: true }";

test.each(shareOf(startSettings, 0, 3))(
  "a test run in a fresh clone with %s also installs devDependencies",
  (_, env) => {
    const root = project();
    expect(install(root, env, tests)).toContain("Installing packages");
    expect(has(root, "to-run") && has(root, "to-test")).toBe(true);
    expect(install(root, env, tests)).toBe("");
  },
);

test("a start omits devDependencies, and a test run installs them", () => {
  const root = project();
  expect(install(root)).toContain("Installing packages");
  expect(has(root, "to-run")).toBe(true);
  expect(has(root, "to-test")).toBe(false);
  expect(install(root)).toBe("");
  expect(install(root, {}, tests)).toContain("Installing packages");
  expect(has(root, "to-test")).toBe(true);
  // A later start does not remove them.
  expect(install(root)).toBe("");
  expect(has(root, "to-test")).toBe(true);
});

longProof("packages that were removed after an installation are installed again", () => {
  const root = project();
  install(root, {}, tests);
  npm(root, ["prune", "--omit=dev"]);
  expect(has(root, "to-test")).toBe(false);
  expect(install(root)).toBe("");
  expect(install(root, {}, tests)).toContain("Installing packages");
  expect(has(root, "to-test")).toBe(true);
  rmSync(path.join(root, "node_modules", "to-run"), { recursive: true });
  install(root);
  expect(has(root, "to-run")).toBe(true);
});

test("a start in production installs and builds a fresh clone, and never calls npm where packages are", () => {
  const root = project();
  const start = () => {
    const script = `import("./bin/bootstrap.mjs").then((b) => b.prepareServer(process.execPath) || b.ensureBuilt(process.execPath))`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--eval", script], {
      cwd: root,
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: root, NODE_ENV: "production" },
    });
    return { stdout, stderr };
  };
  // This project has no bundler: its build ends where the bundler would begin.
  expect(start().stdout).toMatch(
    /^\{.*"msg":"Installing packages"\}\n[\s\S]*\{.*"msg":"Building the screens"\}\n$/,
  );
  expect(has(root, "to-run")).toBe(true);
  rmSync(path.join(root, "node_modules", "to-run"), { recursive: true });
  const refused = start();
  expect(refused.stdout).toBe("");
  expect(JSON.parse(refused.stderr)).toMatchObject({
    msg: "Packages that package-lock.json names are missing. Run: npm run build",
  });
  expect(has(root, "to-run")).toBe(false);
});
