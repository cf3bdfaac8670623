import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { hashesOf } from "#shop/consent/address-hash.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import { importTasks } from "#shop/imports/kinds.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findTask } from "#shop/staff/tasks/read-tasks.server.ts";
import { runTask } from "#shop/staff/tasks/run-task.server.ts";
import { checkFile, finishTask, startRun } from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { failures, fileOf, undoRun } from "#tests/support/builders/sheet-files.ts";
import { openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

const database = testDatabase({ demo: true, max: 6 });
let owner: PoolSql;
testStore();

let admin: Person;
beforeAll(async () => {
  openTestProviders();
  admin = await provenAdmin();
  owner = openPostgres(database.url(), { max: 1 });
});
afterAll(() => owner.end());

const kind = importTasks.find((task) => task.kind === "import-subscribers");
if (!kind) throw new Error("there is no import of subscribers");
const chunk = kind.chunk.bind(kind);

/** A file whose rows all say when and where somebody agreed, in words of their own. */
const listOf = (prefix: string, count: number) =>
  fileOf(
    Array.from({ length: count }, (_, n) => ({
      email: `${prefix}-${String(n).padStart(3, "0")}@contoh.test`,
      name: `Rani ${n}`,
      language: n % 2 === 0 ? "id" : "en",
      tags: n % 3 === 0 ? "toko,lama" : "",
      consent_at: "2024-03-01T10:00:00+07:00",
      consent_source: `Kasir ${n}, "Bandung"`,
    })),
  );
const ledger = (prefix: string) => asSeed()`
  select r.email, r.name, r.language, r.tags, s.state, s.level, s.source, e.action, e.language as said_in, e.import_id,
    e.actor_id, e.consented_at, e.consent_source
  from private.mail_recipients r left join subscriptions s on s.recipient_id = r.id
  left join private.mail_choice_events e on e.recipient_id = r.id where r.email like ${`${prefix}-%`} order by r.email, e.id`;
const expected = (prefix: string, count: number, import_id: string) =>
  Array.from({ length: count }, (_, n) => ({
    email: `${prefix}-${String(n).padStart(3, "0")}@contoh.test`,
    name: `Rani ${n}`,
    language: n % 2 === 0 ? "id" : "en",
    tags: n % 3 === 0 ? ["lama", "toko"] : [],
    state: "subscribed",
    level: "imported",
    source: "import",
    action: "imported",
    said_in: n % 2 === 0 ? "id" : "en",
    import_id,
    actor_id: admin.id,
    consented_at: new Date("2024-03-01T03:00:00Z"),
    consent_source: `Kasir ${n}, "Bandung"`,
  }));

test("many addresses are written part by part, each once, also after a death and on a slow machine", async () => {
  const file = await checkFile(admin, listOf("banyak", 700));
  const task = await startRun(admin, file);
  const dying: typeof kind = {
    ...kind,
    async chunk(...args) {
      await chunk(...args);
      throw Object.assign(new Error("killed"), { code: "CONNECTION_CLOSED" });
    },
  };
  await expect(runTask(new Map([[kind.kind, dying]]), task)).rejects.toThrow("killed");
  expect(await ledger("banyak")).toEqual([]);

  const cursors: unknown[] = [];
  const slow: typeof kind = {
    ...kind,
    async chunk(...args) {
      let at = 0;
      const clock = vi.spyOn(performance, "now").mockImplementation(() => (at += 2_000));
      const done = await chunk(...args).finally(() => clock.mockRestore());
      cursors.push(done.cursor);
      return done;
    },
  };
  await runTask(new Map([[kind.kind, slow]]), task);
  expect(cursors).toEqual(["banyak-499@contoh.test", null]);
  expect(await findTask(admin, task)).toMatchObject({ state: "done", done: 700, failed: 0 });
  expect(await ledger("banyak")).toEqual(expected("banyak", 700, file));

  expect(await failures(await undoRun(admin, task))).toEqual([]);
  expect(
    await asSeed()`
    select from subscriptions s join private.mail_recipients r on r.id = s.recipient_id
    where r.email like 'banyak-%'`,
  ).toEqual([]);
});

test("who stops while the list is written is heard, and everybody else of the part is written", async () => {
  const file = await checkFile(admin, listOf("henti", 20));
  const stopped = await recipientOf(asSeed(), "henti-007@contoh.test");
  const task = await startRun(admin, file);
  let running: Promise<void> | undefined;
  await inTransaction(async (sql) => {
    await sql`select private.stop_mails(${stopped}, '{news}', 'page')`;
    running = finishTask(task);
    await expect
      .poll(async () => {
        const [row] = await owner<{ waiting: number }[]>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return row?.waiting;
      })
      .toBe(1);
  });
  await running;
  expect(await failures(task)).toEqual([{ row_no: 9, code: "mail_stopped", field: "email" }]);
  expect(await findTask(admin, task)).toMatchObject({ state: "done", done: 19, failed: 1 });
  const others = (rows: readonly object[]) =>
    rows.filter((row) => !("email" in row && row.email === "henti-007@contoh.test"));
  expect(others(await ledger("henti"))).toEqual(others(expected("henti", 20, file)));
  const [silent] = await asSeed()`
    select s.state, array(select e.action from private.mail_choice_events e where e.recipient_id = s.recipient_id) as actions
    from subscriptions s where s.recipient_id = ${stopped}`;
  expect(silent).toEqual({ state: "unsubscribed", actions: [] });
});

test("the database subscribes nobody of a list who is suppressed, lifted or not, or has the topic", async () => {
  const sql = asSeed();
  const acts = ["new", "asked", "stopped", "complaint", "lifted"];
  const asked: { recipient: string; topic: string; evidence: object }[] = [];
  for (const act of acts) {
    const id = await recipientOf(sql, `sql-${act}@contoh.test`);
    if (act === "asked") {
      await sql`select private.ask_confirmation(${id}, '{news}', sha256(${act}::bytea), 'footer')`;
    } else if (act === "stopped") await sql`select private.stop_mails(${id}, '{news}', 'page')`;
    else if (act !== "new") await sql`select private.suppress_mails(${id}, 'complaint', 'webhook')`;
    asked.push({ recipient: id, topic: "news", evidence: {} });
  }
  const { emailHash } = hashesOf("sql-lifted@contoh.test");
  await owner`alter table private.mail_suppressions disable trigger guard_mail_suppression`;
  await owner`
    update private.mail_suppressions set lifted_by = (select min(id) from private.mail_choice_events)
    where email_hash = ${emailHash}`;
  await owner`alter table private.mail_suppressions enable trigger guard_mail_suppression`;
  const [row] = await sql<{ count: number }[]>`
    select private.subscribe_imported(${sql.json(asked)})::int as count`;
  expect(row?.count).toBe(1);
  const imported = await sql<{ email: string }[]>`
    select r.email from private.mail_choice_events e join private.mail_recipients r on r.id = e.recipient_id
    where r.email like 'sql-%' and e.action = 'imported'`;
  expect(imported).toEqual([{ email: "sql-new@contoh.test" }]);
});
