import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { freePort, startEmbedded } from "#db/embedded.server.ts";
import {
  newDataDir,
  removeFolder,
  runToEnd,
  temporaryFolder,
} from "#tests/support/runner/program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

async function folder(): Promise<string> {
  const made = await temporaryFolder();
  onTestFinished(() => removeFolder(made));
  return made;
}

/** Runs a start that fails. @returns its error output, without earlier progress */
async function problemOf(env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await runToEnd({ SEED: "none", LOG_LEVEL: "info", ...env });
  expect(code).toBe(1);
  return output.replaceAll(/^Database: .*\n/gm, "").trim();
}

test("a file as DATA_DIR is named, with what to do", async () => {
  const file = path.join(await folder(), "file");
  await writeFile(file, "");
  expect(await problemOf({ DATA_DIR: file, PORT: "0" })).toBe(
    `${file} is a file, but a folder is needed. Move it away, or choose another folder with DATA_DIR.`,
  );
});

test.each(shareOf(["{broken", "{}", "null", ""], 1, 4))(
  "keys that are %j are said to be damaged",
  async (text) => {
    const dataDir = await newDataDir({ SEED: "none" });
    onTestFinished(() => removeFolder(dataDir));
    await writeFile(path.join(dataDir, "keys.json"), text);
    expect(await problemOf({ DATA_DIR: dataDir, PORT: "0" })).toBe(
      `${path.join(dataDir, "keys.json")} is damaged. Restore it from a backup; without it everybody is signed out and second factors are lost.`,
    );
  },
);

test("files of another database prevent the start, with a remedy", async () => {
  const dataDir = await newDataDir({ SEED: "none" });
  onTestFinished(() => removeFolder(dataDir));
  await mkdir(path.join(dataDir, "storage"), { recursive: true });
  await writeFile(path.join(dataDir, "storage", "etalase-owner"), randomUUID());
  expect(await problemOf({ DATA_DIR: dataDir, PORT: "0" })).toBe(
    "The files at STORAGE_URL belong to another database, and this shop would delete some of them. Give a copy of a shop its own STORAGE_URL. If this database replaces the other one permanently, stop the other shop and run npm run adopt-files.",
  );
});

test("a port that is taken is named, with another one", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  expect(await problemOf({ DATA_DIR: await folder(), PORT: String(port) })).toBe(
    `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
  );
});

test("an unknown LOG_LEVEL and missing keys of S3 are told in the one list of settings", async () => {
  const wrong = { LOG_LEVEL: "verbose", STORAGE_URL: "s3://toko", PORT: "viele" };
  expect(await problemOf({ DATA_DIR: await folder(), ...wrong })).toBe(
    `The settings are not usable:
  - PORT is "viele", but must be a whole number from 0 to 65535
  - STORAGE_URL=s3:… needs AWS_ACCESS_KEY_ID
  - STORAGE_URL=s3:… needs AWS_SECRET_ACCESS_KEY
  - LOG_LEVEL is "verbose", but must be one of: trace, debug, info, warn, error, fatal, silent`,
  );
});

test("a database that does not answer is said to be that of DATABASE_URL", async () => {
  const DATABASE_URL = `postgres://user:geheim@127.0.0.1:${await freePort()}/shop`;
  const said = await problemOf({ DATA_DIR: await folder(), DATABASE_URL });
  expect(said).toBe(
    "The database at DATABASE_URL does not respond (ECONNREFUSED). Check the address, and that PostgreSQL is running.",
  );
});

test("data of another version of the program are refused with one sentence, and stay as they are", async () => {
  const dataDir = await folder();
  /** Runs against the folder's own PostgreSQL. */
  const withDatabase = async <T>(work: (sql: ReturnType<typeof openPostgres>) => Promise<T>) => {
    const database = await startEmbedded(dataDir);
    const sql = openPostgres(database.url, { max: 1 });
    try {
      return await work(sql);
    } finally {
      await sql.end();
      await database.stop();
    }
  };
  await withDatabase(async (sql) => {
    await sql`create schema migrations`;
    await sql`create table migrations.applied (name text primary key, checksum text not null)`;
    await sql`insert into migrations.applied (name, checksum) values ('0002_earlier.sql', 'earlier')`;
  });
  expect(await problemOf({ DATA_DIR: dataDir, PORT: "0" })).toBe(
    `The data in ${dataDir} was made by another version of the program (its migration 0002_earlier.sql is not the one of this version): start that version again, or move the folder away (or choose another with DATA_DIR) to begin with an empty shop.`,
  );
  const rows = await withDatabase((sql) => sql`select name, checksum from migrations.applied`);
  expect(rows).toEqual([{ name: "0002_earlier.sql", checksum: "earlier" }]);
});
