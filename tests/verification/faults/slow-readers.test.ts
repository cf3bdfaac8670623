import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { type MemoryGroup, memoryGroup } from "#tests/support/runner/memory-group.ts";
import {
  newDataDir,
  type Program,
  removeFolder,
  startProgram,
} from "#tests/support/runner/program.ts";
import { crowdSize } from "#tests/support/runner/whole-run.ts";

/*
 * Threat T37 on the whole program, with PostgreSQL, in 512 MiB: clients whose short queries have the largest possible
 * answers, and that never read one.
 */

const memory = 512 * 2 ** 20;
let group: MemoryGroup | undefined;
let program: Program;
let apikey = "";

beforeAll(async () => {
  group = memoryGroup(memory);
  // On a disk: files in memory count towards the limit like heaps.
  const dataDir = await newDataDir({}, "/var/tmp");
  program = await startProgram({ memory, dataDir, ...(group && { limits: group.enter }) });
  apikey = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8")).publishable;
  // Close to the maximum size of one answer.
  const sql = openPostgres(await databaseAddress(program.dataDir), { max: 1 });
  await sql`
    create table public.large_things as
    select n as id, repeat(md5(n::text), 110) as body from generate_series(1, 1000) n`;
  await sql`grant select on public.large_things to anon`;
  await sql`notify pgrst, 'reload schema'`;
  await sql.end();
}, 60_000);
afterAll(async () => {
  await program.stop();
  await group?.remove();
  await removeFolder(program.dataDir);
});

const cyclic = (levels: number): string =>
  levels === 0 ? "*" : `*,categories(*,products(${cyclic(levels - 1)}))`;
const questions = [
  `/rest/v1/products?select=${cyclic(2)}`,
  `/rest/v1/products?select=*,a:categories(*,products(*)),b:categories(*,products(*)),c:categories(*,products(*))`,
  "/rest/v1/large_things",
  "/Shop",
];

/** Sends requests continuously, pipelined too, and reads nothing. Reconnects after a disconnect. */
function deafClient(number: number): () => void {
  let isOver = false;
  let socket: Socket;
  const come = () => {
    if (isOver) return;
    socket = connect(Number(new URL(program.url).port), "127.0.0.1");
    socket.pause();
    socket.on("error", () => undefined);
    const question = questions[number % questions.length];
    socket.once("connect", () => {
      for (let times = 0; times < ([1, 6, 20][number % 3] ?? 1); times++) {
        socket.write(`GET ${question} HTTP/1.1\r\nHost: shop\r\napikey: ${apikey}\r\n\r\n`);
      }
    });
    socket.once("close", come);
  };
  come();
  return () => {
    isOver = true;
    socket.destroy();
  };
}

test("T37: in 512 MiB a hundred clients that never read kill no process, and pages are answered", {
  timeout: 180_000,
}, async () => {
  const get = (address: string) => fetch(`${program.url}${address}`, { headers: { apikey } });
  await expect.poll(async () => (await get("/rest/v1/large_things")).status).toBe(200);
  const size = (await (await get("/rest/v1/large_things")).text()).length;
  expect(size).toBeGreaterThan(3 * 2 ** 20);

  const leave = Array.from({ length: 100 }, (_, number) => deafClient(number));
  const statuses: Record<number, number> = {};
  const pages = crowdSize(400);
  for (let n = 0; n < pages; n++) {
    const answer = await get(["/", "/Shop", "/item/mug-ngopi-dulu"][n % 3] ?? "/");
    const text = await answer.text();
    const seen = text.includes("</html>") ? answer.status : 0;
    statuses[seen] = (statuses[seen] ?? 0) + 1;
  }
  for (const end of leave) end();
  expect(statuses).toEqual({ 200: pages });
  expect((await get("/readyz")).status).toBe(200);
  expect(group?.killed() ?? 0).toBe(0);
  // A client that reads gets the whole answer right afterwards.
  expect((await (await get("/rest/v1/large_things")).text()).length).toBe(size);
});
