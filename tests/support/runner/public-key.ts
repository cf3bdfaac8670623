import { readFile } from "node:fs/promises";
import path from "node:path";

/** The publishable and the secret key of a program with this data directory. */
async function keysOf(dataDir: string): Promise<{ publishable: string; secret: string }> {
  return JSON.parse(await readFile(path.join(dataDir, "keys.json"), "utf8")) as {
    publishable: string;
    secret: string;
  };
}

export async function publicKeyOf(dataDir: string): Promise<string> {
  return (await keysOf(dataDir)).publishable;
}

export async function secretKeyOf(dataDir: string): Promise<string> {
  return (await keysOf(dataDir)).secret;
}
