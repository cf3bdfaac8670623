import type { Language } from "#base/language.ts";
import { inSavepoint, type Sql } from "#db/client.server.ts";
import { unescapeFormula } from "#shop/csv/cell.ts";
import { hashesOf } from "#shop/mail-topics/address-hash.server.ts";
import { requestConfirmation } from "#shop/mail-topics/request-confirmation.server.ts";
import { recipientOf } from "#shop/mail-topics/topic-mail.server.ts";
import type { TaskRow } from "#shop/tasks/task.ts";
import { failedRows } from "../failed-rows.ts";
import type {
  ImportFile,
  ImportKind,
  Plan,
  RowProblem,
  RunContext,
  StagedRow,
  Warning,
} from "../kind.ts";
import {
  addressOf,
  readSubscriber,
  recogniseSubscribers,
  type Subscription,
  subscriberColumns,
} from "./read-subscriber.ts";

/** Confirmation mails that leave in a second. */
const mailsPerSecond = 5;
const permission = "mail.send";
/** Recipients read at a time for an export. */
const perRead = 1_000;

interface SubscriberPlan extends Plan {
  readonly email: string;
  /** What the shop does not have yet, one of each topic. */
  readonly wanted: readonly Subscription[];
}

interface Rights {
  readonly may: boolean;
  /** Whether the person may take over a consent that the shop has not heard. */
  readonly isAdmin: boolean;
}

/**
 * Subscribers by their address, which may have a row for each topic. Who comes with the date and the source of a consent is
 * subscribed; everybody else is mailed the link that confirms it. An import adds: it changes nobody whom the shop knows, and
 * brings back nobody who stopped, complained, bounced or was erased.
 */
export const subscribersKind: ImportKind<SubscriberPlan> = {
  name: "subscribers",
  columns: subscriberColumns,
  identity: ["email"],
  permission,
  exportPermissions: [permission],
  isPersonal: true,
  needsProof: true,
  recognise: recogniseSubscribers,
  async keysOf(_, rows) {
    return rows.map((row) => ({ ...row, key: addressOf(row) ?? `?${row.row_no}` }));
  },
  async open(sql, file, run) {
    const rights = await rightsOf(sql, run.actorId);
    return {
      plan: async (groups) => {
        const plans: SubscriberPlan[] = [];
        for (const [key, rows] of groups) plans.push(await planAddress(sql, key, rows, rights));
        return plans;
      },
      apply: (plan) => applyPlan(sql, file, run, plan),
    };
  },
  async undo(sql, task, rows) {
    const { import_id } = task.input as { import_id: string };
    const { may } = await rightsOf(sql, task.actorId);
    const results: TaskRow[] = [];
    for (const { row_no, subject_id = null, after } of rows) {
      const at = { row_no, subject_id };
      const [row] = may
        ? await sql<{ outcome: string }[]>`
            select private.undo_mail_import(${subject_id}, ${[...(after as readonly string[])]}, ${import_id}) as outcome`
        : [{ outcome: "not_permitted" }];
      results.push(
        row?.outcome === "undone"
          ? { ...at, outcome: "undone" }
          : { ...at, outcome: "failed", code: row?.outcome ?? null },
      );
    }
    return results;
  },
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from subscriptions limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async exportRows(sql, after) {
    const people = await sql<{ email: string; lines: (string | null)[][] }[]>`
      select r.email, array(
        select json_build_array(r.email, r.name, r.language, s.topic,
          case when private.is_mail_suppressed(r.id) then 'unsubscribed' else s.state end,
          to_char(coalesce(e.consented_at, e.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          case when e.id is not null then coalesce(e.consent_source, e.source) end)
        from subscriptions s left join lateral (
          select * from private.mail_choice_events e
          where e.recipient_id = r.id and e.topic = s.topic and e.action in ('confirmed', 'wanted', 'imported')
          order by e.id desc limit 1) e on true
        where s.recipient_id = r.id order by s.topic) as lines
      from (select * from private.mail_recipients where email > ${after ?? ""} order by email limit ${perRead}) r
      order by r.email`;
    return {
      rows: people.flatMap(({ lines }) => lines.map((line) => line.map((cell) => cell ?? ""))),
      after: people.length < perRead ? null : (people.at(-1)?.email ?? null),
    };
  },
};

async function rightsOf(sql: Sql, actorId: string): Promise<Rights> {
  const [row] = await sql<{ may: boolean; is_admin: boolean }[]>`
    select private.may(p.id, ${permission}) as may, p.role = 'ADMIN' as is_admin from profiles p where p.id = ${actorId}`;
  return { may: row?.may === true, isAdmin: row?.may === true && row.is_admin };
}

async function planAddress(
  sql: Sql,
  key: string,
  rows: readonly StagedRow[],
  { may, isAdmin }: Rights,
): Promise<SubscriberPlan> {
  const problems: RowProblem[] = [];
  const warnings: Warning[] = [];
  const wanted = new Map<string, Subscription>();
  const email = key.startsWith("?") ? "" : key;
  for (const row of rows) {
    const read = readSubscriber(row);
    problems.push(...read.problems);
    // Of several rows with one topic the first one counts.
    if (read.problems.length === 0 && !wanted.has(read.subscription.topic)) {
      wanted.set(read.subscription.topic, read.subscription);
    }
  }
  if (problems.length === 0) {
    for (const subscription of [...wanted.values()]) {
      const { row_no, topic, consent } = subscription;
      const verdict = await verdictOf(sql, email, topic);
      if (verdict === "known") wanted.delete(topic);
      else if (verdict !== "new") {
        const isTopic = verdict === "mail_topic_unknown";
        const place = isTopic ? { column: "topic", value: topic } : { column: "email" };
        problems.push({ row_no, code: verdict, ...place });
      } else if (!may) problems.push({ row_no, code: "not_permitted" });
      else if (consent) {
        if (!isAdmin)
          problems.push({ row_no, code: "consent_by_administrator", column: "consent_at" });
        const after = `${consent.at.slice(0, 16).replace("T", " ")} UTC · ${consent.source}`;
        warnings.push({
          row_no,
          code: "consent_given",
          column: "consent_at",
          sku: email,
          before: "",
          after,
        });
      }
    }
  }
  const added = [...wanted.values()];
  const [first] = added;
  return {
    key,
    email,
    rows,
    problems,
    warnings,
    wanted: added,
    changes: added.map(({ topic }) => ({ column: "topic", before: "", after: topic })),
    isNew: first !== undefined,
    subjectId: email || null,
    title: email || unescapeFormula(rows[0]?.cells.email ?? ""),
  };
}

async function verdictOf(sql: Sql, email: string, topic: string): Promise<string> {
  const { emailHash, mailboxHash } = hashesOf(email);
  const [row] = await sql<{ verdict: string }[]>`
    select private.import_verdict(${email}, ${emailHash}, ${mailboxHash}, ${topic}) as verdict`;
  return row?.verdict ?? "changed_meanwhile";
}

/** Ends the savepoint of an address that is left as it is. */
class Left extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = "Left";
    this.code = code;
  }
}

async function applyPlan(
  sql: Sql,
  file: ImportFile,
  run: RunContext,
  plan: SubscriberPlan,
): Promise<readonly TaskRow[]> {
  const { rows, wanted, email, problems } = plan;
  const row_no = rows[0]?.row_no ?? 0;
  if (problems.length > 0) return failedRows(plan, problems);
  try {
    await inSavepoint(sql, (inner) => add(inner, file, run, plan, row_no));
  } catch (error) {
    if (!(error instanceof Left)) throw error;
    return failedRows(plan, [{ row_no, code: error.code, column: "email" }]);
  }
  const topics = wanted.map(({ topic }) => topic);
  return [
    { row_no, subject_id: email, outcome: "done", code: "create", field: email, after: topics },
  ];
}

async function add(
  sql: Sql,
  file: ImportFile,
  run: RunContext,
  { email, wanted }: SubscriberPlan,
  row_no: number,
): Promise<void> {
  const [first] = wanted;
  const recipient = await recipientOf(sql, email, first?.language);
  // Whoever stops meanwhile waits for this row, or came first and is heard.
  const [locked] = await sql<{ language: Language; is_new: boolean }[]>`
    select language, created_at = now() as is_new from private.mail_recipients where id = ${recipient} for update`;
  if (!locked) throw new Left("changed_meanwhile");
  for (const { topic } of wanted) {
    const verdict = await verdictOf(sql, email, topic);
    if (verdict !== "new") throw new Left(verdict === "known" ? "changed_meanwhile" : verdict);
  }
  if (first?.name && locked.is_new) {
    await sql`update private.mail_recipients set name = ${first.name} where id = ${recipient}`;
  }
  const evidence = { language: locked.language, import: file.id, actor: run.actorId };
  const unproved = wanted.filter(({ consent }) => !consent).map(({ topic }) => topic);
  if (unproved.length > 0) {
    const isAsked = await requestConfirmation(sql, recipient, unproved, "import", evidence, {
      dedupeKey: `import:${file.id}:${recipient}`,
      delay: row_no / mailsPerSecond,
    });
    if (!isAsked) throw new Left("confirmation_limited");
  }
  for (const { topic, consent } of wanted) {
    if (!consent) continue;
    const proof = { ...evidence, consented_at: consent.at, consent_source: consent.source };
    const [row] = await sql<{ outcome: string }[]>`
      select private.subscribe(${recipient}, ${topic}, 'imported', 'import', ${sql.json(proof)}) as outcome`;
    if (row?.outcome !== "subscribed") throw new Left("changed_meanwhile");
  }
}
