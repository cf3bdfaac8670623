import type { Language } from "#base/language.ts";
import { ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import {
  type Column,
  choiceColumn,
  compileFilter,
  momentColumn,
} from "#shop/staff/filters/compile.server.ts";
import { termsOf } from "#shop/staff/filters/filter.ts";
import { type filterTooWide, readList } from "#shop/staff/filters/read-list.server.ts";
import type { AuditActor, AuditAuthor, AuditEntry, AuditPage, AuditTask } from "./audit-entry.ts";
import { type AuditField, type AuditFilter, auditEntriesPerPage } from "./audit-filter.ts";
import { type Named, namedKinds, readAuditNames } from "./audit-names.server.ts";

/** Entries that the history of a thing shows at once. */
const historyLength = 20;
/** Hours by which `at` and the order of ids may differ: more than any transaction lasts. */
const maxTransactionHours = 1;
/** Prefix of the request id of entries written by a task; the task's id follows. */
const taskRequest = "task:";
/** Choices of the filter by person. */
const maxAuthors = 200;

const noEntries: AuditPage = { entries: [], after: null, before: null };

/**
 * One page of the audit log, newest first. It reads with the shop's rights after the permission was checked: a policy
 * would keep a filter off its index (docs/why/database.md).
 */
export function listAuditEntries(
  actor: Person,
  state: AuditFilter,
  language: Language,
): Promise<Result<AuditPage, typeof filterTooWide>> {
  if (!may(actor, "audit.read")) return Promise.resolve(ok(noEntries));
  // How rare a value is decides which index is the quickest (docs/why/staff.md).
  return readList(async (sql, timeZone) => {
    const where = compileFilter(sql, state.filter, columns, timeZone);
    const isByField = termsOf(state.filter).some(({ field }) => field === "changed");
    if (!isByField) return readPage(sql, where, state, auditEntriesPerPage, language);
    // A field that changes often fills the page soon. The index finds a rare one, and then sorts.
    const near = sql`${where} and ${isNear(sql, state)}`;
    const page = await readPage(sql, near, state, auditEntriesPerPage, language);
    const isBack = state.after === null && state.before !== null;
    if ((isBack ? page.before : page.after) !== null) return page;
    return readPage(sql, where, state, auditEntriesPerPage, language, sql`e.id + 0`);
  });
}

/** Entries among which a frequent field fills a page. */
const nearEntries = 20_000;

function isNear(sql: Sql, { after, before }: AuditFilter): SqlFragment {
  if (after !== null) return sql`e.id > ${after - nearEntries}`;
  if (before !== null) return sql`e.id < ${before + nearEntries}`;
  return sql`e.id > (select max(id) from audit_entries) - ${nearEntries}::bigint`;
}

/** What may be read about a thing is also what its history needs. Kinds that are missing here need `audit.read`. */
const historyPermissions: ReadonlyMap<string, Permission> = new Map(
  Object.entries<Permission>({
    product: "products.read",
    category: "products.read",
    stocktake: "stock.read",
    sale: "products.read",
    collection: "products.read",
    promotion: "promos.read",
    buyer: "customers.read",
    shipping_zone: "shipping.read",
    shipping_method: "shipping.read",
    shipping_class: "shipping.read",
    courier: "shipping.read",
    cutoff: "shipping.read",
    shop_closure: "shipping.read",
    media: "media.manage",
    settings: "settings.edit",
    bank_account: "settings.edit",
    staff_role: "staff.edit",
    person: "staff.edit",
  }),
);

/** Whether the actor may read what was changed about things of a kind. */
export function mayReadHistory(actor: Person, kind: string): boolean {
  return may(actor, historyPermissions.get(kind) ?? "audit.read");
}

/**
 * The newest entries about one thing, for staff who may read the thing.
 * @param after continues with entries older than this one
 */
export async function listHistory(
  actor: Person,
  subject: Named,
  after: number | null,
  language: Language,
): Promise<AuditPage> {
  if (!mayReadHistory(actor, subject.kind)) return noEntries;
  const sql = asShop();
  const where = sql`e.subject_kind = ${subject.kind} and e.subject_id = ${subject.id}`;
  return readPage(sql, where, { after, before: null }, historyLength, language);
}

/** Everybody whom the log names: a step through the index for each, however long the log is. */
export async function listAuditAuthors(actor: Person): Promise<AuditAuthor[]> {
  if (!may(actor, "audit.read")) return [];
  const sql = asShop();
  const people = await sql<{ id: string; name: string | null }[]>`
    with recursive author (id) as (
      (select actor_id from audit_entries where actor_id is not null order by actor_id limit 1)
      union all
      select (select e.actor_id from audit_entries e where e.actor_id > a.id order by e.actor_id limit 1)
      from author a where a.id is not null
    )
    select a.id, coalesce(nullif(p.full_name, ''), u.email, u.phone) as name
    from (select id from author where id is not null limit ${maxAuthors}) a
    left join profiles p on p.id = a.id left join auth.users u on u.id = a.id
    order by name nulls last, a.id`;
  const others = await sql<{ kind: AuditActor["kind"]; name: string }[]>`
    with recursive author (kind, name) as (
      (select actor_kind, actor_name from audit_entries where actor_kind <> 'person'
        order by actor_kind, actor_name limit 1)
      union all
      select next.actor_kind, next.actor_name from author a cross join lateral (
        select e.actor_kind, e.actor_name from audit_entries e
        where e.actor_kind <> 'person' and (e.actor_kind, e.actor_name) > (a.kind, a.name)
        order by e.actor_kind, e.actor_name limit 1) next
    )
    select kind, name from author where name is not null limit ${maxAuthors}`;
  return [
    ...people.map(({ id, name }) => ({ value: `person:${id}`, kind: "person" as const, name })),
    ...others.map(({ kind, name }) => ({ value: `${kind}:${name}`, kind, name })),
  ];
}

const columns: Readonly<Record<AuditField, Column>> = {
  by: (sql, { values }) => {
    const authors = values.map((value) => {
      const [kind = "", ...name] = value.split(":");
      return kind === "person"
        ? sql`e.actor_id = ${name.join(":")}::uuid`
        : sql`e.actor_kind <> 'person' and e.actor_kind = ${kind} and e.actor_name = ${name.join(":")}`;
    });
    return sql`(${authors.reduce((all, one) => sql`${all} or ${one}`)})`;
  },
  kind: choiceColumn((sql) => sql`e.subject_kind`),
  subject: choiceColumn((sql) => sql`e.subject_id`),
  action: choiceColumn((sql) => sql`e.action`),
  changed: (sql, { values }) => sql`e.fields && ${[...values]}::text[]`,
  // The days narrow the ids first, because every index ends with the id.
  at: (sql, term, timeZone) => {
    const at = momentColumn((inner) => inner`e.at`)(sql, term, timeZone);
    const [value = ""] = term.values;
    const local = sql`${value}::text::timestamp`;
    if (term.operator === "from") {
      return sql`(${at} and e.id > coalesce((select a.id from audit_entries a
        where a.at < ${local} at time zone ${timeZone} - make_interval(hours => ${maxTransactionHours})
        order by a.at desc, a.id desc limit 1), 0))`;
    }
    return sql`(${at} and e.id < coalesce((select a.id from audit_entries a
      where a.at > (${local} + interval '1 day') at time zone ${timeZone} + make_interval(hours => ${maxTransactionHours})
      order by a.at, a.id limit 1), ${Number.MAX_SAFE_INTEGER}))`;
  },
};

interface Row extends Omit<AuditEntry, "at" | "actor" | "subject" | "order" | "variant" | "task"> {
  readonly at: Date;
  readonly actor_kind: AuditActor["kind"];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly subject_kind: string;
  readonly subject_id: string | null;
  readonly order_id: string | null;
}

async function readPage(
  sql: Sql,
  where: SqlFragment,
  { after, before }: { readonly after: number | null; readonly before: number | null },
  length: number,
  language: Language,
  order: SqlFragment = sql`e.id`,
): Promise<AuditPage> {
  const isBack = after === null && before !== null;
  const beyond =
    after !== null ? sql`and e.id < ${after}` : isBack ? sql`and e.id > ${before}` : sql``;
  const rows = await sql<Row[]>`
    select e.id, e.at, e.actor_kind, e.actor_id, e.actor_name, e.action, e.subject_kind, e.subject_id, e.row_key,
      e.changes, e.details, e.order_id, e.request_id
    from audit_entries e where ${where} ${beyond}
    order by ${order} ${isBack ? sql`asc` : sql`desc`} limit ${length + 1}`;
  const page = rows.slice(0, length);
  const isMore = rows.length > length;
  if (isBack) page.reverse();
  const [names, tasks] = await Promise.all([
    readAuditNames(sql, page.flatMap(namedBy), language),
    readAuditTasks(
      sql,
      page.flatMap((row) => taskOf(row) ?? []),
    ),
  ]);
  return {
    entries: page.map((row) => entryOf(row, names, tasks)),
    after: (isBack || isMore) && page.length > 0 ? (page.at(-1)?.id ?? null) : null,
    before: (isBack ? isMore : after !== null) && page.length > 0 ? (page[0]?.id ?? null) : null,
  };
}

/** The task that wrote an entry, or that it is about. */
function taskOf({ request_id, subject_kind, subject_id }: Row): string | null {
  if (subject_kind === "staff_task") return subject_id;
  return request_id?.startsWith(taskRequest) ? request_id.slice(taskRequest.length) : null;
}

async function readAuditTasks(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AuditTask>> {
  const known = [...new Set(ids)].filter(isUuid);
  if (known.length === 0) return new Map();
  const tasks = await sql<AuditTask[]>`
    select id, kind, mode, title from staff_tasks where id = any (${known}::uuid[])`;
  return new Map(tasks.map((task) => [task.id, task]));
}

function namedBy({ actor_id, subject_kind, subject_id, order_id, row_key }: Row): Named[] {
  return [
    ...(subject_kind === "product" && row_key !== null ? [{ kind: "variant", id: row_key }] : []),
    ...(actor_id === null ? [] : [{ kind: "person", id: actor_id }]),
    ...(subject_id === null ? [] : [{ kind: subject_kind, id: subject_id }]),
    ...(order_id === null ? [] : [{ kind: "order", id: order_id }]),
  ];
}

function entryOf(
  row: Row,
  names: ReadonlyMap<string, string>,
  tasks: ReadonlyMap<string, AuditTask>,
): AuditEntry {
  const { at, actor_kind, actor_id, actor_name, subject_kind, subject_id, order_id, ...rest } = row;
  return {
    ...rest,
    variant: names.get(`variant ${row.row_key}`) ?? null,
    task: tasks.get(taskOf(row) ?? "") ?? null,
    at: at.toISOString(),
    actor: {
      kind: actor_kind,
      id: actor_id,
      name: actor_id === null ? actor_name : (names.get(`person ${actor_id}`) ?? null),
    },
    subject:
      subject_id === null
        ? null
        : {
            kind: subject_kind,
            id: subject_id,
            name: names.get(`${subject_kind} ${subject_id}`) ?? null,
            is_deleted: namedKinds.has(subject_kind) && !names.has(`${subject_kind} ${subject_id}`),
          },
    order:
      order_id === null ? null : { id: order_id, number: names.get(`order ${order_id}`) ?? null },
  };
}
