import { expect, test } from "vitest";
import { asShop, inTransaction } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readAuditSeals, sealAudit } from "./seal-audit.server.ts";

const database = testDatabase({ demo: true });

const write = (name: string) =>
  inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', 'job:tests', true)`;
    await sql`update shop_settings set name = ${name}`;
  });

async function asOwner(work: (owner: ReturnType<typeof openPostgres>) => Promise<unknown>) {
  const owner = openPostgres(database.url(), { max: 1 });
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}

/** A change by somebody who may switch off what guards the log. */
const tamper = (statement: string) =>
  asOwner((owner) =>
    owner.begin(async (sql) => {
      await sql`alter table audit_entries disable trigger user`;
      await sql.unsafe(statement);
      await sql`alter table audit_entries enable trigger user`;
    }),
  );

test("a changed, a removed and an added entry each show, and only while they differ", async () => {
  for (const name of ["Satu", "Dua", "Tiga"]) await write(name);
  await sealAudit();
  await write("Empat");
  expect(await readAuditSeals()).toMatchObject({ broken: null, is_all_sealed: false });
  await sealAudit();
  const whole = await readAuditSeals();
  expect(whole).toMatchObject({ broken: null, is_all_sealed: true });
  expect(whole.hash).toMatch(/^[0-9a-f]{64}$/);

  const [entry] = await asSeed()<{ id: string }[]>`
    select min(id)::text as id from audit_entries where action = 'shop_settings.changed'`;
  for (const [change, mend] of [
    [
      `update audit_entries set changes = '{"name": ["Satu", "Lain"]}' where id = ${entry?.id}`,
      `update audit_entries set changes = before.changes from before where audit_entries.id = before.id`,
    ],
    [
      `delete from audit_entries where id = ${entry?.id}`,
      `insert into audit_entries (${columns}) overriding system value select ${columns} from before`,
    ],
  ] as const) {
    await asOwner(async (owner) => {
      await owner`drop table if exists public.before`;
      await owner`create table public.before as select * from audit_entries where id = ${entry?.id ?? ""}::bigint`;
    });
    await tamper(change);
    await sealAudit();
    expect((await readAuditSeals()).broken).toMatchObject({ seal: 1 });
    await tamper(mend);
    await sealAudit();
    expect((await readAuditSeals()).broken).toBeNull();
  }
  await asOwner((owner) => owner`drop table public.before`);

  // An entry that claims to be older takes the number of one that was never written.
  await tamper(`select nextval(pg_get_serial_sequence('public.audit_entries', 'id'))`);
  await write("Lima");
  await sealAudit();
  await tamper(`insert into audit_entries (id, action) overriding system value
    select max(id) - 1, 'staff.praised' from audit_entries`);
  await sealAudit();
  expect((await readAuditSeals()).broken).not.toBeNull();
  await tamper(`delete from audit_entries where action = 'staff.praised'`);
  // A seal that was made again breaks the one after it.
  await tamper(`update private.audit_seals set hash = sha256('lain') where id = 1`);
  await sealAudit();
  expect((await readAuditSeals()).broken).toMatchObject({ seal: 1 });
});

const columns =
  "id, at, actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, order_id, row_key, changes, details";

test("an entry of a transaction that commits late is in the next seal", async () => {
  const isWritten = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const late = inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', 'job:tests', true)`;
    await sql`update shop_settings set name = 'Terlambat'`;
    isWritten.resolve();
    await mayCommit.promise;
  });
  await Promise.race([isWritten.promise, late]);
  await expect(asShop()`select private.audit_end()`).rejects.toMatchObject({ code: "55P03" });
  const sealing = sealAudit();
  mayCommit.resolve();
  await Promise.all([late, sealing]);
  await sealAudit();
  const [sealed] = await asSeed()<{ n: number }[]>`
    select count(*)::int as n from audit_entries e join private.audit_seals s on e.id > s.from_id and e.id <= s.upto_id
    where e.changes -> 'name' ->> 1 = 'Terlambat'`;
  expect(sealed?.n).toBe(1);
  expect(await readAuditSeals()).toMatchObject({ is_all_sealed: true });
});

test("entries are deleted five years after the last of their seal, and the log says so", async () => {
  await write("Lama");
  await sealAudit();
  const before = await asSeed()`select from private.audit_seals where dropped_at is not null`;
  expect(before).toHaveLength(0);
  await asOwner(
    (owner) =>
      owner`update private.audit_seals set last_at = now() - interval '5 years 1 day' where id = 1`,
  );
  const [seal] = await asSeed()<{ upto_id: string; entries: number }[]>`
    select upto_id::text, entries from private.audit_seals where id = 1`;
  await sealAudit();
  const left = await asSeed()`select from audit_entries where id <= ${seal?.upto_id ?? ""}::bigint`;
  expect(left).toHaveLength(0);
  const [said] = await asSeed()<{ details: { entries: number } }[]>`
    select details from audit_entries where action = 'audit_log.dropped'`;
  expect(said?.details.entries).toBe(seal?.entries);
  await expect(asShop()`delete from audit_entries`).rejects.toMatchObject({ code: "42501" });
});
