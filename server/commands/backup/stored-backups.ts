import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { BackupSettings } from "#base/operations-config.ts";
import { openPlainStore } from "#integrations/storage/open-store.server.ts";
import { pack, unpack } from "./archive.ts";
import { seal, unseal } from "./seal-stream.ts";

/* Backups at BACKUP_URL. Each is one compressed and encrypted object. */

const nameShape = /^etalase-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;
const dayMs = 86_400_000;
/** The disk store lists only objects in folders. */
const keyOf = (name: string) => `backups/${name}`;

function nameOf(moment: Date): string {
  return `etalase-${moment.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.backup`;
}

function momentOf(name: string): number {
  const [, ...parts] = nameShape.exec(name) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** @param asOf time of the backed-up state. @returns the backup's name */
export async function storeBackup(
  folder: string,
  asOf: Date,
  { url, key }: BackupSettings,
): Promise<string> {
  const name = nameOf(asOf);
  await pipeline(
    pack(folder),
    createGzip({ level: 1 }),
    (bytes: AsyncIterable<Uint8Array>) => seal(bytes, key),
    async (sealed: AsyncIterable<Uint8Array>) =>
      void (await openPlainStore(url).write(keyOf(name), sealed)),
  );
  return name;
}

/** @throws Error for an unknown name, a wrong key or a truncated object */
export async function fetchBackup(
  name: string,
  folder: string,
  { url, key }: BackupSettings,
): Promise<void> {
  const stored = await openPlainStore(url).read(keyOf(name));
  if (stored === undefined) throw new Error(`${name} is not at BACKUP_URL`);
  await pipeline(
    stored instanceof Readable ? stored : Readable.from([stored]),
    (bytes: AsyncIterable<Uint8Array>) => unseal(bytes, key),
    createGunzip(),
    async (bytes: AsyncIterable<Uint8Array>) => unpack(bytes, folder),
  );
}

/** The names of all stored backups, the newest first. */
export async function listBackups({ url }: BackupSettings): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { key } of openPlainStore(url).list()) {
    const name = key.replace(/^backups\//, "");
    if (nameShape.test(name)) names.push(name);
  }
  return names.sort().reverse();
}

/** Removes the backups that the retention does not cover. @returns their number */
export async function removeOldBackups(settings: BackupSettings): Promise<number> {
  const names = await listBackups(settings);
  const retained = chooseBackups(names, settings);
  const old = names.filter((name) => !retained.has(name));
  for (const name of old) await openPlainStore(settings.url).remove(keyOf(name));
  return old.length;
}

/**
 * The newest backup of each of the last days and weeks that have one.
 * @param names the newest first
 */
export function chooseBackups(
  names: readonly string[],
  { keepDaily, keepWeekly }: Pick<BackupSettings, "keepDaily" | "keepWeekly">,
): ReadonlySet<string> {
  const newestOf = (periodMs: number, count: number) => {
    const newest = new Map<number, string>();
    for (const name of names) {
      const period = Math.floor(momentOf(name) / periodMs);
      if (!newest.has(period)) newest.set(period, name);
    }
    return [...newest.values()].slice(0, count);
  };
  return new Set([...newestOf(dayMs, keepDaily), ...newestOf(7 * dayMs, keepWeekly)]);
}
