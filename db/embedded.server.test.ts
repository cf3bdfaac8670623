import { spawn } from "node:child_process";
import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeFolder, temporaryFolder } from "#tests/support/runner/program.ts";
import { openPostgres } from "./driver.server.ts";
import { startEmbedded } from "./embedded.server.ts";

test("another process with the dead server's process id is not stopped", {
  timeout: 60_000,
}, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const first = await startEmbedded(folder);
  await first.stop();

  const stranger = spawn("sleep", ["300"], { stdio: "ignore" });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  const cluster = path.join(folder, "postgres");
  expect(await readdir(cluster)).toContain("PG_VERSION");
  await writeFile(
    path.join(cluster, "postmaster.pid"),
    `${stranger.pid}\n${cluster}\n1790000000\n5432\n\n127.0.0.1\n\nready\n`,
  );

  const second = await startEmbedded(folder);
  onTestFinished(() => second.stop());
  expect(second.adopted).toBe(false);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test("a draft that the initdb of a killed start still fills is removed", {
  timeout: 60_000,
}, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const draft = path.join(folder, "postgres.draft-killed", "base");
  await mkdir(draft, { recursive: true });
  const fill = `
    const { writeFileSync } = require("node:fs");
    process.stdout.write("begun");
    for (let n = 0; n < 20_000; n += 1) writeFileSync(${JSON.stringify(draft)} + "/" + n, "");
  `;
  const writer = spawn(process.execPath, ["-e", fill], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void writer.kill("SIGKILL"));
  await new Promise((resolve) => writer.stdout.once("data", resolve));

  const started = await startEmbedded(folder);
  onTestFinished(() => started.stop());
  expect(await readdir(folder)).toContain("postgres");
  expect((await readdir(folder)).filter((name) => name.startsWith("postgres.draft"))).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "it is reached by its socket, which others cannot reach",
  {
    timeout: 60_000,
  },
  async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => removeFolder(folder));
    const first = await startEmbedded(folder);
    const cluster = decodeURIComponent(new URL(first.url).hostname);
    expect(cluster).toBe(path.join(folder, "postgres"));
    expect((await stat(cluster)).mode & 0o077).toBe(0);
    const sql = openPostgres(first.url, { max: 1 });
    expect(await sql`select inet_server_addr() as address`).toEqual([{ address: null }]);
    await sql.end();
    await first.stop();

    // Remains of a killed server.
    await writeFile(path.join(cluster, ".s.PGSQL.1.lock"), "1\n");
    const second = await startEmbedded(folder);
    onTestFinished(() => second.stop());
    const { port } = new URL(second.url);
    const sockets = (await readdir(cluster)).filter((name) => name.startsWith(".s.PGSQL"));
    expect(sockets.toSorted()).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]);
  },
);

test("PostgreSQL listens on a port where its socket's path would be too long", {
  timeout: 60_000,
}, async () => {
  const parent = await temporaryFolder();
  onTestFinished(() => removeFolder(parent));
  const server = await startEmbedded(path.join(parent, "x".repeat(90)));
  onTestFinished(() => server.stop());
  expect(new URL(server.url).hostname).toBe("127.0.0.1");
  const sql = openPostgres(server.url, { max: 1 });
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await sql.end();
});

test
  .skipIf(process.platform === "win32")
  .each([
    "$(touch made-by-a-shell)",
    "`touch made-by-a-shell`",
    'it\'s "quoted"',
    "$HOME & ; | spaces",
  ])("a data directory may be called %s", { timeout: 60_000 }, async (name) => {
  const parent = await temporaryFolder();
  onTestFinished(() => removeFolder(parent));
  const folder = path.join(parent, name);
  const server = await startEmbedded(folder);
  onTestFinished(() => server.stop());
  const sql = openPostgres(server.url, { max: 1 });
  expect(await sql`select current_setting('data_directory') as place`).toEqual([
    { place: path.join(folder, "postgres") },
  ]);
  await sql.end();
  // The folder's name ran no command.
  const inside = await readdir(path.join(folder, "postgres"));
  expect(inside.filter((file) => file.includes("made"))).toEqual([]);
  expect(await readdir(parent)).toEqual([name]);
});

test.skipIf(process.getuid?.() !== 0)(
  "below a folder that only root can enter, a file in DATA_DIR names the database folder",
  { timeout: 120_000 },
  async () => {
    const closed = await temporaryFolder();
    await chmod(closed, 0o700);
    onTestFinished(() => removeFolder(closed));
    const [dataDir, moved] = [path.join(closed, "data"), path.join(closed, "moved")];
    const places: string[] = [];
    onTestFinished(async () => void (await Promise.all(places.map(removeFolder))));
    /** Starts the database, adds a row and stops it. @returns the rows of all starts so far */
    const start = async (folder: string) => {
      const server = await startEmbedded(folder);
      const sql = openPostgres(server.url, { max: 1 });
      try {
        await sql`create table if not exists starts (n int)`;
        await sql`insert into starts values (1)`;
        const [row] = await sql<{ n: number; place: string }[]>`
          select count(*)::int as n, current_setting('data_directory') as place from starts`;
        const place = path.dirname(row?.place ?? "");
        places.push(place);
        expect(await readFile(path.join(folder, "database-folder"), "utf8")).toBe(`${place}\n`);
        return row?.n;
      } finally {
        await sql.end();
        await server.stop();
      }
    };
    expect(await start(dataDir)).toBe(1);
    expect(await start(dataDir)).toBe(2);

    await cp(dataDir, moved, { recursive: true });
    await expect(startEmbedded(moved)).rejects.toThrow(
      `${moved} is a copy of ${dataDir}, whose database is in ${places[0]}`,
    );
    await rm(moved, { recursive: true });
    await rename(dataDir, moved);
    expect(await start(moved)).toBe(3);

    await rm(moved, { recursive: true });
    expect(await start(moved)).toBe(1);
    expect(new Set(places).size).toBe(2);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  "as root, the database runs under the account that owns its files",
  { timeout: 60_000 },
  async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => removeFolder(folder));
    await (await startEmbedded(folder)).stop();
    const cluster = path.join(folder, "postgres");
    const [uid, gid] = [64_123, 64_123];
    for (const name of ["", ...(await readdir(cluster, { recursive: true }))]) {
      await chown(path.join(cluster, name), uid, gid);
    }
    const server = await startEmbedded(folder);
    onTestFinished(() => server.stop());
    expect((await stat(path.join(cluster, "postmaster.pid"))).uid).toBe(uid);
  },
);

test("a DATA_DIR with keys and without a database is refused", async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  await writeFile(path.join(folder, "keys.json"), "{}");
  await expect(startEmbedded(folder)).rejects.toThrow(
    `${folder} has the keys of a shop, but its database is missing at ${path.join(folder, "postgres")}`,
  );
  expect(await readdir(folder)).toEqual(["keys.json"]);
});
