import { afterAll, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { checkFile } from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { importBucket } from "./import.ts";
import { purgeImports } from "./imports.server.ts";

const database = testDatabase({ demo: true });
testStore();
let owner: PoolSql;
beforeAll(() => {
  provideSecret(Buffer.alloc(32, "p"));
  owner = openPostgres(database.url(), { max: 1 });
});
afterAll(() => owner.end());

test("the file and the rows of an import go after thirty days, and what it counted stays", async () => {
  const admin = await provenAdmin();
  const [old, young] = [
    await checkFile(admin, "email\nlama@contoh.test"),
    await checkFile(admin, "email\nbaru@contoh.test"),
  ];
  const age = async (id: string, days: number) => {
    await owner`update imports set created_at = now() - make_interval(days => ${days}) where id = ${id}`;
    await owner`
      update storage.objects set created_at = now() - make_interval(days => ${days})
      where bucket_id = ${importBucket} and name like ${`%${id}%`}`;
  };
  const left = async (id: string) => {
    const [row] = await asSeed()<{ rows: number; files: number; counts: unknown }[]>`
      select (select count(*)::int from private.import_rows where import_id = i.id) as rows,
        (select count(*)::int from storage.objects where bucket_id = ${importBucket} and name like '%' || i.id || '%') as files,
        i.counts from imports i where i.id = ${id}`;
    return row;
  };
  const before = await left(old);
  expect(before).toMatchObject({ rows: 1, files: 1 });
  await age(old, 31);
  await age(young, 29);
  await purgeImports();
  expect(await left(old)).toEqual({ rows: 0, files: 0, counts: before?.counts });
  expect(await left(young)).toMatchObject({ rows: 1, files: 1 });
});
