import type { Language } from "#base/language.ts";
import { inSavepoint, type Sql } from "#db/client.server.ts";
import { unescapeFormula } from "#shop/csv/cell.ts";
import { hashesOf } from "#shop/mail-topics/address-hash.server.ts";
import { readSubscriptions } from "#shop/mail-topics/read-subscriptions.server.ts";
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
        const read = [...groups].map(([key, rows]) => readAddress(key, rows));
        const verdicts = await verdictsOf(
          sql,
          read.filter(({ problems }) => problems.length === 0),
        );
        return read.map((address) => planAddress(address, verdicts, rights));
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
    const page = await readSubscriptions(sql, after ?? "");
    return {
      rows: page.lines.map((line) => subscriberColumns.map((column) => line[column] ?? "")),
      after: page.after,
    };
  },
};

async function rightsOf(sql: Sql, actorId: string): Promise<Rights> {
  const [row] = await sql<{ may: boolean; is_admin: boolean }[]>`
    select private.may(p.id, ${permission}) as may, p.role = 'ADMIN' as is_admin from profiles p where p.id = ${actorId}`;
  return { may: row?.may === true, isAdmin: row?.may === true && row.is_admin };
}

/** An address of the file with the rows of its topics. */
interface Address {
  readonly key: string;
  /** Empty: the cell is no address. */
  readonly email: string;
  readonly rows: readonly StagedRow[];
  readonly problems: readonly RowProblem[];
  /** One of each topic: of several rows with one topic the first one counts. */
  readonly wanted: readonly Subscription[];
}

function readAddress(key: string, rows: readonly StagedRow[]): Address {
  const problems: RowProblem[] = [];
  const wanted = new Map<string, Subscription>();
  for (const row of rows) {
    const read = readSubscriber(row);
    problems.push(...read.problems);
    const { topic } = read.subscription;
    if (!wanted.has(topic)) wanted.set(topic, read.subscription);
  }
  const email = key.startsWith("?") ? "" : key;
  return { key, email, rows, problems, wanted: [...wanted.values()] };
}

function planAddress(
  { key, email, rows, wanted, ...read }: Address,
  verdicts: ReadonlyMap<string, string>,
  { may, isAdmin }: Rights,
): SubscriberPlan {
  const problems = [...read.problems];
  const warnings: Warning[] = [];
  const added: Subscription[] = [];
  for (const subscription of problems.length > 0 ? [] : wanted) {
    const { row_no, topic, consent } = subscription;
    const verdict = verdicts.get(pairOf(email, topic)) ?? "changed_meanwhile";
    if (verdict === "known") continue;
    added.push(subscription);
    if (verdict !== "new") {
      const isTopic = verdict === "mail_topic_unknown";
      const place = isTopic ? { column: "topic", value: topic } : { column: "email" };
      problems.push({ row_no, code: verdict, ...place });
    } else if (!may) problems.push({ row_no, code: "not_permitted" });
    else if (consent && !isAdmin) {
      problems.push({ row_no, code: "consent_by_administrator", column: "consent_at" });
    } else if (consent) {
      const at = consent.at.slice(0, 16).replace("T", " ");
      // A day without a time is read as its midnight.
      const shown = at.endsWith(" 00:00") ? at.slice(0, 10) : `${at} UTC`;
      const after = `${shown} · ${consent.source}`;
      const column = "consent_at";
      warnings.push({ row_no, code: "consent_given", column, sku: email, before: "", after });
    }
  }
  return {
    key,
    email,
    rows,
    problems,
    warnings,
    wanted: added,
    changes: added.map(({ topic }) => ({ column: "topic", before: "", after: topic })),
    isNew: added.length > 0,
    subjectId: email || null,
    title: email || unescapeFormula(rows[0]?.cells.email ?? ""),
  };
}

const pairOf = (email: string, topic: string) => `${email} ${topic}`;

/** What the shop says to each topic of each address, by `pairOf`. */
async function verdictsOf(
  sql: Sql,
  addresses: readonly Pick<Address, "email" | "wanted">[],
): Promise<ReadonlyMap<string, string>> {
  const asked = addresses.flatMap(({ email, wanted }) => {
    const { emailHash, mailboxHash } = hashesOf(email);
    const hashes = { email_hash: emailHash.toString("hex"), mailbox: mailboxHash.toString("hex") };
    return wanted.map(({ topic }) => ({ email, topic, ...hashes }));
  });
  const rows = await sql<{ email: string; topic: string; verdict: string }[]>`
    select a.email, a.topic,
      private.import_verdict(a.email, decode(a.email_hash, 'hex'), decode(a.mailbox, 'hex'), a.topic) as verdict
    from jsonb_to_recordset(${sql.json(asked)}) a (email text, topic text, email_hash text, mailbox text)`;
  return new Map(rows.map(({ email, topic, verdict }) => [pairOf(email, topic), verdict]));
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
  for (const verdict of (await verdictsOf(sql, [{ email, wanted }])).values()) {
    if (verdict !== "new") throw new Left(verdict === "known" ? "changed_meanwhile" : verdict);
  }
  if (first && locked.is_new) {
    await sql`
      update private.mail_recipients set name = ${first.name ?? null}, tags = ${[...first.tags]}
      where id = ${recipient} and (name, tags) is distinct from (${first.name ?? null}, ${[...first.tags]}::text[])`;
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
