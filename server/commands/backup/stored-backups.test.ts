import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startS3Server } from "#tests/support/doubles/s3-server.ts";
import { machine, writeManifest } from "./manifest.ts";
import {
  chooseBackups,
  fetchBackup,
  listBackups,
  removeOldBackups,
  storeBackup,
} from "./stored-backups.ts";

const key = randomBytes(32);
const content = randomBytes(3_000_000);
let work = "";
beforeAll(async () => {
  work = await mkdtemp(path.join(tmpdir(), "etalase-backups-"));
  await mkdir(path.join(work, "made", "files"), { recursive: true });
  await writeFile(path.join(work, "made", "files", "a"), content);
  await writeFile(path.join(work, "made", "keys.json"), "rahasia");
  await writeManifest(path.join(work, "made"), {
    format: 1,
    as_of: "2026-11-29T02:15:00.000Z",
    postgres: 18,
    machine,
    has_files: true,
    folders: [],
    rows: {},
    files: [
      { path: "files/a", size: content.length, sha256: "" },
      { path: "keys.json", size: 7, sha256: "" },
    ],
  });
});
afterAll(() => rm(work, { recursive: true, force: true }));

const settings = (url: string) => ({ url, key, keepDaily: 2, keepWeekly: 1 });
const store = (url: string) =>
  storeBackup(path.join(work, "made"), new Date("2026-11-29T02:15:00Z"), settings(url));
const freshFolder = () => mkdtemp(path.join(work, "back-"));

test("a backup in S3 is encrypted, and is restored only with its key", async () => {
  const server = await startS3Server("cadangan");
  onTestFinished(server.stop);
  const name = await store(server.storageUrl);
  expect(name).toBe("etalase-20261129T021500Z.backup");
  expect(await listBackups(settings(server.storageUrl))).toEqual([name]);
  const back = await freshFolder();
  await fetchBackup(name, back, settings(server.storageUrl));
  expect((await readFile(path.join(back, "files", "a"))).equals(content)).toBe(true);
  expect(await readFile(path.join(back, "keys.json"), "utf8")).toBe("rahasia");

  const wrong = { ...settings(server.storageUrl), key: randomBytes(32) };
  await expect(fetchBackup(name, await freshFolder(), wrong)).rejects.toThrow("another BACKUP_KEY");
  const missing = fetchBackup("etalase-20261130T021500Z.backup", back, wrong);
  await expect(missing).rejects.toThrow("is not at BACKUP_URL");
});

test("a truncated or modified backup is refused", async () => {
  const folder = await freshFolder();
  const url = `file:${folder}`;
  const file = path.join(folder, "backups", await store(url));
  const whole = await readFile(file);
  expect(whole.includes("rahasia")).toBe(false);
  const chunk = 256 * 1024 + 16;
  for (const size of [whole.length - 1, 40 + chunk, 40 + 2 * chunk, 60, 39, 0]) {
    await writeFile(file, whole);
    await truncate(file, size);
    await expect(
      fetchBackup(path.basename(file), await freshFolder(), settings(url)),
    ).rejects.toThrow(/damaged or incomplete|not an encrypted backup|another BACKUP_KEY/);
  }
  for (const at of [16, 45, 40 + chunk + 5, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(file, changed);
    await expect(
      fetchBackup(path.basename(file), await freshFolder(), settings(url)),
    ).rejects.toThrow(/damaged or incomplete|another BACKUP_KEY/);
  }
});

test("the newest backup of each day and week is retained, and other objects are not removed", async () => {
  const name = (day: string, time = "021500") => `etalase-202611${day}T${time}Z.backup`;
  const names = [name("29", "080000"), name("29"), name("28"), name("27"), name("18"), name("11")];
  // Weeks begin on Thursday, as the first day of Unix time.
  expect([...chooseBackups(names, { keepDaily: 2, keepWeekly: 3 })]).toEqual([
    ...[name("29", "080000"), name("28"), name("18"), name("11")],
  ]);
  const folder = await freshFolder();
  await mkdir(path.join(folder, "backups"));
  for (const one of [...names, "catatan.txt"]) {
    await writeFile(path.join(folder, "backups", one), "");
  }
  expect(await removeOldBackups(settings(`file:${folder}`))).toBe(4);
  expect(await listBackups(settings(`file:${folder}`))).toEqual([name("29", "080000"), name("28")]);
  expect(await readFile(path.join(folder, "backups", "catatan.txt"), "utf8")).toBe("");
});
