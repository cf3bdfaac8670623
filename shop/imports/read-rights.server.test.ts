import { beforeAll, expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { findTask, mayReadRows } from "#shop/staff/tasks/read-tasks.server.ts";
import { makeCustomer, provenAdmin, withProof } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findImport, listImports } from "./imports.server.ts";

testDatabase({ demo: true, max: 6 });

const customersImport = crypto.randomUUID();
const runTask = crypto.randomUUID();

async function withRole(name: string, keys: readonly Permission[]): Promise<Person> {
  const { person } = await makeCustomer(name);
  await asSeed()`insert into staff_roles (id, name, permissions) values (${name}, ${name}, ${[...keys]})`;
  await asSeed()`update profiles set role = 'USER', staff_role = ${name} where id = ${person.id}`;
  return withProof({ ...person, role: "USER", permissions: keys });
}

beforeAll(async () => {
  const owner = await provenAdmin();
  await asSeed()`
    insert into staff_tasks (id, kind, permission, started_by)
    values (${runTask}, 'import-customers', 'customers.edit', ${owner.id})`;
  await asSeed()`
    insert into staff_task_rows (task_id, row_no, outcome, value_given)
    values (${runTask}, 2, 'failed', 'ibu@contoh.test')`;
  await asSeed()`
    insert into imports (id, kind, permission, name, version, bytes, encoding, delimiter, headers, sample, run_task, created_by)
    values (${customersImport}, 'customers', 'customers.edit', 'pelanggan.csv', '0', 1, 'utf-8', ',', '{email}',
      '[["ibu@contoh.test"]]', ${runTask}, ${owner.id})`;
});

/** Rows that a person can read over REST. */
const rowsOverRest = (person: Person) =>
  asCaller(
    callerOf(person),
    (sql) => sql`
      select (select count(*)::int from staff_task_rows where task_id = ${runTask}) as rows,
        (select count(*)::int from imports where id = ${customersImport}) as imports`,
    "read only",
  );

test("other people's imports and rows need the permission of their kind, not only tasks.read", async () => {
  const reader = await withRole("pembaca-tugas", ["imports.run", "tasks.read"]);
  expect(await rowsOverRest(reader)).toEqual([{ rows: 0, imports: 0 }]);
  expect(await findImport(reader, customersImport)).toBeUndefined();
  expect(await listImports(reader)).toEqual([]);
  const task = await findTask(reader, runTask);
  expect(task && mayReadRows(reader, task)).toBe(false);

  const editor = await withRole("pembaca-pelanggan", [
    "imports.run",
    "tasks.read",
    "customers.edit",
  ]);
  expect(await rowsOverRest(editor)).toEqual([{ rows: 1, imports: 1 }]);
  expect(await findImport(editor, customersImport)).toMatchObject({ name: "pelanggan.csv" });
  expect(await listImports(editor)).toHaveLength(1);
  expect(task && mayReadRows(editor, task)).toBe(true);
});

test("staff who lost the permission of a task they started cannot read its rows", async () => {
  const starter = await withRole("mantan-pengimpor", ["imports.run", "customers.edit"]);
  const own = crypto.randomUUID();
  await asSeed()`
    insert into staff_tasks (id, kind, permission, started_by)
    values (${own}, 'import-customers', 'customers.edit', ${starter.id})`;
  await asSeed()`
    insert into staff_task_rows (task_id, row_no, outcome, before)
    values (${own}, 2, 'done', '{"nama": "Ibu Contoh"}')`;
  const seen = () =>
    asCaller(
      callerOf(starter),
      (sql) => sql`
        select (select count(*)::int from staff_tasks where id = ${own}) as tasks,
          (select count(*)::int from staff_task_rows where task_id = ${own}) as rows`,
      "read only",
    );
  const task = await findTask(starter, own);
  expect(task && mayReadRows(starter, task)).toBe(true);
  expect(await seen()).toEqual([{ tasks: 1, rows: 1 }]);
  await asSeed()`update staff_roles set permissions = '{imports.run}' where id = 'mantan-pengimpor'`;
  const demoted: Person = { ...starter, permissions: ["imports.run"] };
  expect(await findTask(demoted, own)).toMatchObject({ id: own });
  expect(task && mayReadRows(demoted, task)).toBe(false);
  expect(await seen()).toEqual([{ tasks: 1, rows: 0 }]);
});
