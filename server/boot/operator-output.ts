import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { config } from "#base/config.server.ts";
import { log } from "#base/log.server.ts";

/** A terminal and development get text; the output of production is a log of JSON lines. */
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

/** Files in the data directory with secrets for the operator. */
const secretFiles = {
  firstAdministrator: "first-administrator.txt",
  demoPasswords: "demo-passwords.txt",
} as const;
type SecretFile = keyof typeof secretFiles;

/**
 * Gives links and passwords to the operator: on a terminal, else in a file that only the program's user reads, because a log
 * has other readers.
 * @param about what the lines are, as a sentence without its end
 */
export async function sayInSecret(
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
  // `wx` follows no link that another user left there.
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
  say(`  ${about}: see ${file}`, "warn");
}

export async function removeSecret(dataDir: string, name: SecretFile): Promise<void> {
  await rm(path.join(dataDir, secretFiles[name]), { force: true });
}
