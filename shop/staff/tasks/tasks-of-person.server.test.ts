import { beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findTask } from "./read-tasks.server.ts";
import { runTask } from "./run-task.server.ts";
import { startTask } from "./start-task.server.ts";
import type { TaskKind } from "./task-kind.ts";

const database = testDatabase({ demo: true, max: 8 });

let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});

test("a process runs at most three tasks of one person at a time and postpones the others", async () => {
  const waiting: (() => void)[] = [];
  const kind: TaskKind = {
    kind: "wait-long",
    permission: "products.edit",
    async chunk() {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { rows: [], cursor: null };
    },
  };
  const kinds = new Map([[kind.kind, kind]]);
  const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
  for (const id of ids) await startTask(staff, kind, { id, title: "Lama", input: {} });
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`delete from graphile_worker._private_jobs`;

  const turns = ids.map((id) => runTask(kinds, id));
  await Promise.race(turns);
  const isPostponed = () => owner<{ is_later: boolean }[]>`
    select run_at > now() as is_later from graphile_worker._private_jobs where key like 'staff-task:%'`;
  await expect.poll(isPostponed).toEqual([{ is_later: true }, { is_later: true }]);
  await expect.poll(() => waiting.length).toBe(3);
  for (const end of waiting.splice(0)) end();
  await Promise.all(turns);

  const states = () => Promise.all(ids.map(async (id) => (await findTask(staff, id))?.state));
  const queued = (await states()).flatMap((state, n) => (state === "queued" ? [ids[n] ?? ""] : []));
  expect(queued).toHaveLength(2);
  const rest = queued.map((id) => runTask(kinds, id));
  await expect.poll(() => waiting.length).toBe(2);
  for (const end of waiting.splice(0)) end();
  await Promise.all(rest);
  expect(await states()).toEqual(Array(5).fill("done"));
  await owner.end();
});
