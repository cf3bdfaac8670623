import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { config } from "#base/config.server.ts";
import { log } from "#base/log.server.ts";

/** Whether the output is plain text: on a terminal and in development. Otherwise it is JSON lines. */
export function isText(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY || !isProduction();
}

/** A start sets NODE_ENV for React once the settings are read; it is the operator's own only while they are wrong. */
function isProduction(): boolean {
  try {
    return config().production;
  } catch {
    return process.env.NODE_ENV === "production";
  }
}

export function say(text: string, level: "info" | "warn" = "info"): void {
  if (isText(process.stdout)) process.stdout.write(`${text}\n`);
  else if (text.trim()) log[level](text.trim());
}

/** Files for the operator's secrets in the data directory. */
const secretFiles = {
  firstAdministrator: "first-administrator.txt",
  demoPasswords: "demo-passwords.txt",
} as const;
type SecretFile = keyof typeof secretFiles;

/**
 * Outputs links and passwords: on a terminal, or else to a file that only the program's user can read, because logs have more
 * readers.
 * @param about description of the lines: a sentence without its full stop
 */
export async function outputSecret(
  dataDir: string,
  name: SecretFile,
  about: string,
  lines: readonly string[],
): Promise<void> {
  if (process.stdout.isTTY) {
    say(`  ${about}:`);
    for (const line of lines) say(`    ${line}`);
    return;
  }
  const file = path.join(dataDir, secretFiles[name]);
  await removeSecret(dataDir, name);
  // `wx` does not follow a symbolic link that another user created.
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
  say(`  ${about}: see ${file}`, "warn");
}

export async function removeSecret(dataDir: string, name: SecretFile): Promise<void> {
  await rm(path.join(dataDir, secretFiles[name]), { force: true });
}
