import type { Sql } from "#db/client.server.ts";
import { readSubscriptions } from "#shop/consent/read-subscriptions.server.ts";
import type { ImportKind, RowProblem, StagedRow, Warning } from "#shop/imports/kind.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";
import type { TaskRow } from "#shop/staff/tasks/task.ts";
import {
  addressOf,
  readSubscriber,
  recogniseSubscribers,
  type Subscription,
  subscriberColumns,
} from "./read-subscriber.ts";
import { pairOf, verdictsOf } from "./subscriber-verdicts.server.ts";
import { applyPlan, applyProved, type SubscriberPlan } from "./write-subscribers.server.ts";

const permission = "mail.send";

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
  thingsPerChunk: 1_000,
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
      applyTogether: (plans) => applyProved(sql, file, run, plans),
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
  const isAddress = !key.startsWith("?");
  for (const row of rows) {
    const read = readSubscriber(row, isAddress);
    problems.push(...read.problems);
    const { topic } = read.subscription;
    if (!wanted.has(topic)) wanted.set(topic, read.subscription);
  }
  const email = isAddress ? key : "";
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
    repeated: problems.length > 0 ? 0 : rows.length - wanted.length,
    wanted: added,
    changes: added.map(({ topic }) => ({ column: "topic", before: "", after: topic })),
    isNew: added.length > 0,
    subjectId: email || null,
    title: email || unescapeFormula(rows[0]?.cells.email ?? ""),
  };
}
