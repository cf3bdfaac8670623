import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { forgetSubscriber } from "#shop/consent/subscribers/staff-consent.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findTask, listTaskRows, listWarnedRows } from "#shop/staff/tasks/read-tasks.server.ts";
import { readTaskFile } from "#shop/staff/tasks/task-files.server.ts";
import { checkFile, finishTask, importFile, placeUpload } from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import {
  failures,
  fileOf,
  type Row,
  rowsOf,
  undoRun,
} from "#tests/support/builders/sheet-files.ts";
import {
  demoPerson,
  openTestProviders,
  provenAdmin,
  provenStaff,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { startExport } from "./export.server.ts";
import { createImport, findImport, runImport } from "./imports.server.ts";
import { kindNamed } from "./kinds.server.ts";

const database = testDatabase({ demo: true, max: 6 });
let owner: PoolSql;
testStore();

let admin: Person;
let clerk: Person;
beforeAll(async () => {
  openTestProviders();
  admin = await provenAdmin();
  const staff = await provenStaff();
  clerk = { ...staff, permissions: [...staff.permissions, "imports.run", "mail.send"] };
  owner = openPostgres(database.url(), { max: 1 });
});
afterAll(() => owner.end());

const consent = { consent_at: "2024-03-01T10:00:00+07:00", consent_source: "Kasir Bandung" };
const rowOf = (email: string, cells: Row = {}): Row => ({
  email,
  name: "",
  language: "",
  topic: "",
  state: "",
  consent_at: "",
  consent_source: "",
  ...cells,
});
const counts = async (id: string) => (await findImport(admin, id))?.counts;
const codesOf = async (task: string | null | undefined) =>
  (await failures(task)).map(({ row_no, code }) => [row_no, code]);
const subscriptions = () => asSeed()<{ email: string; topic: string; state: string }[]>`
  select r.email, s.topic, s.state, s.level, s.source, s.paused_until, s.max_a_month from subscriptions s
  join private.mail_recipients r on r.id = s.recipient_id order by r.email, s.topic`;
const of = async (email: string) => (await subscriptions()).filter((row) => row.email === email);
const events = async (email: string) =>
  asSeed()`
    select e.topic, e.action, e.source, e.import_id, e.actor_id, e.consented_at, e.consent_source
    from private.mail_choice_events e join private.mail_recipients r on r.id = e.recipient_id
    where r.email = ${email} order by e.id`;
const mailsTo = async (email: string) =>
  owner<{ text: string; html: string; subject: string; wait: number }[]>`
    select o.text, o.html, o.subject, extract(epoch from j.run_at - o.created_at)::float as wait
    from private.outbox o left join graphile_worker._private_jobs j on j.key = 'mail:' || o.id
    where o.recipient = ${email}`;

/** All subscriptions as a file. */
async function exported(): Promise<string> {
  const id = crypto.randomUUID();
  await startExport(kindNamed("subscribers"), admin, { id, delimiter: ";" });
  await finishTask(id);
  return new Response(await readTaskFile(admin, id)).text();
}

/** Somebody of whom the shop has heard. */
async function known(email: string, act: string): Promise<void> {
  const sql = asSeed();
  const id = await recipientOf(sql, email);
  if (act === "confirmed") await sql`select private.subscribe(${id}, 'news', 'confirmed', 'page')`;
  else if (act === "asked") {
    await sql`select private.ask_confirmation(${id}, '{news}', sha256(${email}::bytea), 'footer')`;
  } else if (act === "stopped") {
    await sql`select private.subscribe(${id}, 'news', 'confirmed', 'page')`;
    await sql`select private.stop_mails(${id}, '{news}', 'page')`;
  } else if (act === "stopped all") await sql`select private.stop_mails(${id}, null, 'page')`;
  else if (act === "erased") await sql`select private.forget_mail_recipient(${id})`;
  else await sql`select private.suppress_mails(${id}, ${act}, 'webhook')`;
}

test("asks who has no proof, subscribes who has, once; the ledger names file and person", async () => {
  const file = fileOf([
    rowOf("Baru@Contoh.test", { name: "Rani", language: "en-US" }),
    rowOf("baru@contoh.test"),
    rowOf("setuju@contoh.test", consent),
    rowOf("tanpa-tempat@contoh.test", { consent_at: "2024-03-01" }),
  ]);
  const before = await subscriptions();
  const checked = await checkFile(admin, file);
  const found = { rows: 4, create: 3, failed: 0, warnings: 1, repeated: 1 };
  expect(await counts(checked)).toMatchObject(found);
  expect(await subscriptions()).toEqual(before);
  expect(await mailsTo("baru@contoh.test")).toEqual([]);
  expect(
    await runImport(admin, checked, { task_id: crypto.randomUUID(), confirmed: false }),
  ).toMatchObject({ problem: "not_confirmed" });
  const task_id = crypto.randomUUID();
  expect(await runImport(admin, checked, { task_id, confirmed: true })).toMatchObject({ ok: true });
  await finishTask(task_id);

  expect(await of("setuju@contoh.test")).toMatchObject([
    { topic: "news", state: "subscribed", level: "imported", source: "import" },
  ]);
  expect(await events("setuju@contoh.test")).toEqual([
    expect.objectContaining({
      topic: "news",
      action: "imported",
      source: "import",
      import_id: checked,
      actor_id: admin.id,
      consent_source: "Kasir Bandung",
      consented_at: new Date("2024-03-01T03:00:00Z"),
    }),
  ]);
  expect(await mailsTo("setuju@contoh.test")).toEqual([]);
  for (const email of ["baru@contoh.test", "tanpa-tempat@contoh.test"]) {
    expect(await of(email)).toMatchObject([{ state: "pending", level: "single" }]);
    expect(await events(email)).toMatchObject([{ action: "asked", import_id: checked }]);
    expect(await mailsTo(email)).toHaveLength(1);
  }
  const [first] = await mailsTo("baru@contoh.test");
  expect(first?.text).toContain("/en/Subscribe/");
  expect(first?.text).not.toContain("Rani");
  // Five a second: the fifth row of the sheet leaves a second later.
  expect((await mailsTo("tanpa-tempat@contoh.test"))[0]?.wait).toBeCloseTo(1, 1);

  const after = await subscriptions();
  const again = await importFile(admin, file);
  expect(await findTask(admin, again)).toMatchObject({ failed: 0 });
  expect((await listTaskRows(again, "done", null)).rows).toEqual([]);
  expect(await subscriptions()).toEqual(after);
  expect(await mailsTo("baru@contoh.test")).toHaveLength(1);
  expect(await events("baru@contoh.test")).toHaveLength(1);
  const written = rowsOf(await exported());
  expect(written.find(({ email }) => email === "setuju@contoh.test")).toMatchObject({
    topic: "news",
    state: "subscribed",
    consent_at: "2024-03-01T03:00:00Z",
    consent_source: "Kasir Bandung",
  });

  // Forgetting somebody forgets the files that name them, and the mail that waits.
  expect(
    await forgetSubscriber(admin, await recipientOf(asSeed(), "baru@contoh.test")),
  ).toMatchObject({ ok: true });
  const [left] = await asSeed()<{ rows: number; tasks: number; mails: number }[]>`
    select (select count(*) from private.import_rows where cells::text ilike '%baru@contoh.test%')::int as rows,
      (select count(*) from staff_task_rows r where to_json(r)::text like '%baru@contoh.test%')::int as tasks,
      (select count(*) from private.outbox where recipient = 'baru@contoh.test')::int as mails`;
  expect(left).toEqual({ rows: 0, tasks: 0, mails: 0 });
});

test("never brings anybody back, and says of each row why; who is known is unchanged", async () => {
  const acts = {
    confirmed: null,
    asked: null,
    stopped: "mail_stopped",
    "stopped all": "mail_stopped",
    complaint: "mail_complained",
    hard_bounce: "mail_bounced",
    erased: "mail_suppressed",
  };
  const rows: Row[] = [];
  const expected: [number, string][] = [];
  for (const [act, code] of Object.entries(acts)) {
    for (const cells of [{}, consent]) {
      const name = `${act.replace(/\W/, "-")}${"consent_at" in cells ? "-1" : ""}`;
      await known(`${name}@gmail.com`, act);
      // A complaint and an erasure mean every spelling of the mailbox.
      const isMailbox = act === "complaint" || act === "erased";
      rows.push(rowOf(isMailbox ? `${name}+lama@gmail.com` : `${name}@gmail.com`, cells));
      if (code) expected.push([rows.length + 1, code]);
    }
  }
  rows.push(rowOf("lain@contoh.test", { state: "UNSUBSCRIBED" }));
  expected.push([rows.length + 1, "not_subscribed_there"]);
  rows.push(rowOf("topik@contoh.test", { topic: "payment_reminder" }));
  expected.push([rows.length + 1, "mail_topic_unknown"]);
  const before = await subscriptions();
  const checked = await checkFile(admin, fileOf(rows));
  expect(await counts(checked)).toMatchObject({ create: 0, unchanged: 4 });
  expect(await codesOf((await findImport(admin, checked))?.check?.id)).toEqual(expected);

  // A consent withdrawn between the check and the run counts as well.
  const late = await checkFile(admin, fileOf([rowOf("ragu@contoh.test", consent)]));
  await known("ragu@contoh.test", "stopped all");
  const withdrawn = await subscriptions();
  const task_id = crypto.randomUUID();
  await runImport(admin, late, { task_id, confirmed: true });
  await finishTask(task_id);
  expect(await codesOf(task_id)).toEqual([[2, "mail_stopped"]]);
  const task = await importFile(admin, fileOf(rows));
  expect(await codesOf(task)).toEqual(expected);
  expect(await subscriptions()).toEqual(withdrawn);
  expect(withdrawn.filter(({ email }) => email !== "ragu@contoh.test")).toEqual(before);
});

test("only an administrator imports consents, and only with a right to send mail at all", async () => {
  const rows = [rowOf("pegawai@contoh.test", consent), rowOf("tanya@contoh.test")];
  const task = await importFile(clerk, fileOf(rows));
  expect(await codesOf(task)).toEqual([[2, "consent_by_administrator"]]);
  expect(await of("pegawai@contoh.test")).toEqual([]);
  expect(await of("tanya@contoh.test")).toMatchObject([{ state: "pending" }]);
  const customer = demoPerson("customer@etalase.test");
  const upload = await placeUpload(customer, fileOf(rows));
  expect(await createImport(customer, upload, "x.csv", "subscribers")).toMatchObject({ ok: false });
});

test("hostile cells are refused by name and reach no header; a formula stays text", async () => {
  const rows: [Row, string | null][] = [
    [rowOf("=HYPERLINK(1)@x.test"), "email_invalid"],
    [rowOf("a@contoh.test\r\nBcc: b@contoh.test"), "email_invalid"],
    [rowOf("a@contoh.test,b@contoh.test"), "email_invalid"],
    [rowOf("\u202emoc@contoh.test"), "email_invalid"],
    [rowOf(`${"a".repeat(10_000)}@contoh.test`), "email_invalid"],
    [rowOf("", { name: "Rani" }), "required"],
    [rowOf("n1@contoh.test", { name: "Rani\r\nBcc: x@y.test" }), "characters_hidden"],
    [rowOf("n2@contoh.test", { name: "\u202einaR" }), "characters_hidden"],
    [rowOf("n3@contoh.test", { name: "x".repeat(10_000) }), "too_long"],
    [rowOf("n4@contoh.test", { name: "a\0b" }), "null_character"],
    [rowOf("n5@contoh.test", { language: "jv" }), "language_invalid"],
    [rowOf("n6@contoh.test", { topic: "'; drop table" }), "mail_topic_unknown"],
    [rowOf("n7@contoh.test", { ...consent, consent_at: "31/02/2024" }), "date_invalid"],
    [rowOf("n8@contoh.test", { ...consent, consent_at: "0000-01-01" }), "date_invalid"],
    [rowOf("n9@contoh.test", { ...consent, consent_at: "2999-01-01" }), "date_in_future"],
    [rowOf("n10@contoh.test", { ...consent, consent_source: "\u202ex" }), "characters_hidden"],
    [rowOf("rumus@contoh.test", { ...consent, name: "=1+1", consent_source: "=2+2" }), null],
  ];
  const task = await importFile(admin, fileOf(rows.map(([row]) => row)));
  expect(await codesOf(task)).toEqual(rows.flatMap(([, code], n) => (code ? [[n + 2, code]] : [])));
  const text = await exported();
  expect(text).toContain("'=1+1");
  expect(text).toContain("'=2+2");
  expect((await subscriptions()).filter(({ email }) => /^n\d/.test(email))).toEqual([]);
});

test("a long file is counted whole and listed in part, with each consent that a person attests", async () => {
  const many = Array.from({ length: 1_200 }, (_, n) => rowOf(`a-panjang-${n}@contoh.test`));
  const id = await checkFile(admin, fileOf([...many, rowOf("z-akhir@contoh.test", consent)]));
  expect(await counts(id)).toMatchObject({ rows: 1_201, create: 1_201, failed: 0, warnings: 1 });
  const check = (await findImport(admin, id))?.check;
  expect(check).toMatchObject({ state: "done", total: 1_201, done: 1_201, failed: 0 });
  const listed = await asSeed()<{ field: string }[]>`
    select field from staff_task_rows where task_id = ${check?.id ?? ""}`;
  expect(listed).toHaveLength(1_001);
  expect((await listWarnedRows(check?.id ?? "")).map(({ field }) => field)).toEqual([
    "z-akhir@contoh.test",
  ]);
});

test("undoing takes back what nobody touched, also the mails that wait", async () => {
  const names = ["utuh", "utuh-tanya", "berhenti", "menekan", "jeda"];
  const before = await subscriptions();
  const task = await importFile(
    admin,
    fileOf(
      names.map((name) =>
        rowOf(`u-${name}@contoh.test`, /tanya|menekan/.test(name) ? {} : consent),
      ),
    ),
  );
  const sql = asSeed();
  const done = await findTask(admin, task);
  const days = Date.parse(done?.undo_until ?? "") - Date.parse(done?.finished_at ?? "");
  expect(Math.round(days / 86_400_000)).toBe(30);
  const id = (name: string) => recipientOf(sql, `u-${name}@contoh.test`);
  await sql`select private.stop_mails(${await id("berhenti")}, '{news}', 'page')`;
  await sql`select private.tune_mails(${await id("jeda")}, now() + interval '30 days', null, 'page')`;
  const [token] = await sql<{ hash: Buffer }[]>`
    select hash from private.mail_tokens where recipient_id = ${await id("menekan")}`;
  await sql`select private.confirm_subscription(${token?.hash ?? null})`;
  const undone = await undoRun(admin, task);
  expect((await codesOf(undone)).map(([, code]) => code)).toEqual(Array(3).fill("changed_since"));
  expect((await subscriptions()).filter(({ email }) => !email.startsWith("u-"))).toEqual(before);
  const left = (await subscriptions()).filter(({ email }) => email.startsWith("u-"));
  expect(left.map(({ email, state }) => [email, state])).toEqual([
    ["u-berhenti@contoh.test", "unsubscribed"],
    ["u-jeda@contoh.test", "subscribed"],
    ["u-menekan@contoh.test", "subscribed"],
  ]);
  expect(await mailsTo("u-utuh-tanya@contoh.test")).toEqual([]);
  const [open] = await sql<{ n: number }[]>`
    select count(*)::int as n from private.mail_tokens
    where recipient_id = ${await id("utuh-tanya")} and expires_at > clock_timestamp()`;
  expect(open?.n).toBe(0);
  // The address stays for ninety days, so that a stop still counts; then it goes.
  await owner`alter table private.mail_choice_events disable trigger mail_choice_events_only_grow`;
  await owner`update private.mail_choice_events set created_at = created_at - interval '91 days'`;
  await owner`alter table private.mail_choice_events enable trigger mail_choice_events_only_grow`;
  await owner`update private.mail_recipients set created_at = created_at - interval '91 days'`;
  await sql`select private.blank_mail_evidence()`;
  const stay = await sql<{ email: string }[]>`
    select email from private.mail_recipients where email like 'u-%' order by email`;
  expect(stay.map(({ email }) => email)).toEqual([
    ...["u-berhenti@contoh.test", "u-jeda@contoh.test", "u-menekan@contoh.test"],
    // Its link says for three months that it ended.
    "u-utuh-tanya@contoh.test",
  ]);
});

test("any file and its undo leave every subscription as it was", { timeout: 60_000 }, async () => {
  let round = 0;
  const acts = ["new", "confirmed", "asked", "stopped", "stopped all", "complaint", "hard_bounce"];
  const people = fc.array(
    fc.record({ act: fc.constantFrom(...acts), proved: fc.boolean(), twice: fc.boolean() }),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(people, async (drawn) => {
      round++;
      // Without anything done there is nothing to undo.
      const list = [{ act: "new", proved: true, twice: true }, ...drawn];
      const rows: Row[] = [];
      for (const [n, { act, proved, twice }] of list.entries()) {
        const email = `p${round}-${n}@contoh.test`;
        if (act !== "new") await known(email, act);
        const row = rowOf(email, proved ? consent : {});
        rows.push(row, ...(twice ? [row] : []));
      }
      const before = await subscriptions();
      const task = await importFile(admin, fileOf(rows));
      const added = (await subscriptions()).length - before.length;
      expect(added).toBe(list.filter(({ act }) => act === "new").length);
      expect(await failures(await undoRun(admin, task))).toEqual([]);
      expect(await subscriptions()).toEqual(before);
    }),
    { numRuns: 8, seed: 20261125 },
  );
});

test.each([
  ["Mailchimp", ["Email Address", "First Name", "MEMBER_RATING", "OPTIN_TIME"]],
  [
    "Klaviyo",
    ["Email", "First Name", "Email Marketing Consent", "Email Marketing Consent Timestamp"],
  ],
  ["WooCommerce", ["Billing Email", "Billing First Name"]],
  ["an Indonesian till", ["Alamat Surel", "Nama Lengkap", "Tgl Persetujuan"]],
])("a file of %s is known by its header row", async (_, headers) => {
  const id = await placeUpload(admin, `${headers.join(",")}\r\na@contoh.test,Ana`);
  const made = await createImport(admin, id, "berkas.csv");
  if (!made.ok) throw new Error(made.problem);
  const file = await findImport(admin, id);
  expect(file).toMatchObject({
    kind: "subscribers",
    mapping: { email: { header: headers[0] }, name: { header: headers[1] } },
  });
});
