import { execFileSync } from "node:child_process";
import { access } from "node:fs/promises";

/**
 * Chromium without its own windows: the tests take two thirds of the time that the whole browser needs for the same
 * pages, because it renders no interface of its own.
 */
const shell = { package: "chromium-headless-shell", file: "/usr/bin/chromium-headless-shell" };

const places = [
  shell.file,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Chrome or Chromium of this machine; on Debian as root the function installs it.
 * @returns undefined when there is none
 */
export async function findBrowser(): Promise<string | undefined> {
  const found = await firstThere([process.env.CHROME_PATH ?? "", shell.file]);
  if (found || !(await isDebianRoot())) return found ?? firstThere(places);
  process.stdout.write(`   Installing Debian's ${shell.package} for the browser tests\n`);
  installPackage(shell.package);
  if ((await firstThere(places)) === undefined) installPackage("chromium");
  return firstThere(places);
}

async function firstThere(files: readonly string[]): Promise<string | undefined> {
  for (const file of files.filter(Boolean)) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}

export async function isDebianRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  return (await firstThere(["/usr/bin/apt-get"])) !== undefined;
}

/** Never throws: a package that could not be installed is only missing afterwards. */
export function installPackage(name: string): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
      stdio: "ignore",
      env,
    });
  } catch {
    process.stdout.write(`   apt-get could not install ${name}\n`);
  }
}
