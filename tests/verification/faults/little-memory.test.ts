import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { type MemoryGroup, memoryGroup } from "#tests/support/runner/memory-group.ts";
import {
  newDataDir,
  type Program,
  removeFolder,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";
import { crowdSize, isWholeRun } from "#tests/support/runner/whole-run.ts";

/*
 * Fault R26 on the whole program, with PostgreSQL, in 512 MiB. Where the system allows no such limit, the program
 * only assumes that there is no more memory.
 */

const memory = 512 * 2 ** 20;
let group: MemoryGroup | undefined;
let program: Program;
let apikey = "";

beforeAll(async () => {
  group = memoryGroup(memory);
  // On a disk: files in memory count towards the limit like heaps. The whole run sets the shop up within the limit, too.
  const parent = "/var/tmp";
  const dataDir = await (isWholeRun ? temporaryFolder(parent) : newDataDir({}, parent));
  program = await startProgram({ memory, dataDir, ...(group && { limits: group.enter }) });
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  apikey = keys.publishable;
}, 60_000);
afterAll(async () => {
  await program.stop();
  await group?.remove();
  await removeFolder(program.dataDir);
});

/** @returns the statuses of the answers to this many requests of a whole crowd, some of them concurrent */
async function crowd(whole: number, atOnce: number, send: () => Promise<Response>) {
  const requests = crowdSize(whole);
  const statuses = new Set<number>();
  let left = requests;
  let answered = 0;
  const one = async () => {
    while (left-- > 0) {
      const answer = await send();
      await answer.arrayBuffer();
      statuses.add(answer.status);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  expect(answered).toBe(requests);
  return [...statuses];
}

longProof(
  "R26: in 512 MiB crowds at pages, sign-in and rows are answered, and no process is killed",
  async () => {
    const get = (address: string) => fetch(`${program.url}${address}`, { headers: { apikey } });
    const post = (address: string, body: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${program.url}${address}`, {
        method: "POST",
        headers: { apikey, "content-type": "application/json" },
        body,
      });

    for (const page of ["/", "/Shop?q=mug", "/item/mug-ngopi-dulu"])
      expect(await crowd(200, 20, () => get(page))).toEqual([200]);
    const credentials = JSON.stringify({
      email: "customer@etalase.test",
      password: "etalase-demo-2026",
    });
    const signedIn = await crowd(80, 20, () =>
      post("/auth/v1/token?grant_type=password", credentials),
    );
    expect(signedIn).toEqual([200]);
    const wide = "/rest/v1/products?select=*,product_variants(*),product_images(*)";
    expect(await crowd(600, 40, () => get(wide))).toEqual([200]);
    const large = new Uint8Array(50 * 2 ** 20);
    const refused = await crowd(16, 4, () =>
      post("/rest/v1/products", large).catch(
        // Refused before the server read the whole body.
        () => new Response(null, { status: 413 }),
      ),
    );
    expect(refused).toEqual([413]);

    expect(await crowd(200, 20, () => get("/"))).toEqual([200]);
    expect((await get("/readyz")).status).toBe(200);
    expect(group?.killed() ?? 0).toBe(0);
  },
);
