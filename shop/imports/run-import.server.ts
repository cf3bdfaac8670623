import type { TaskRow } from "#shop/staff/tasks/task.ts";
import type { RunningTask, TaskChunk, TaskKind } from "#shop/staff/tasks/task-kind.ts";
import type { ImportKind, Plan, RunContext } from "./kind.ts";
import { divideThings, planNext, planThings, readImportFile } from "./plan-next.server.ts";

/** Milliseconds of one transaction: it holds the locks of its things, which buyers may wait for. */
const chunkMs = 1_000;
/** Things between two looks at the clock, of kinds that write them together. */
const thingsTogether = 500;

/** Writes the things of a checked import, each whole or not at all. */
export function importTask(kind: ImportKind): TaskKind {
  return {
    kind: `import-${kind.name}`,
    permission: kind.permission,
    undoDays: 30,
    async chunk(sql, task, at) {
      const end = performance.now() + chunkMs;
      const file = await readImportFile(sql, importOf(task));
      const from = typeof at === "string" ? at : "";
      const worker = await kind.open(sql, file, contextOf(task));
      const { plans, after } = await planNext(sql, kind, worker, file.id, from);
      const rows: TaskRow[] = [];
      let unlisted = 0;
      const size = worker.applyTogether ? thingsTogether : 1;
      for (let place = 0; place < plans.length; place += size) {
        const part = plans.slice(place, place + size);
        const written = await worker.applyTogether?.(part.filter(isWork));
        for (const plan of part) {
          const listed = isWork(plan) ? (written?.get(plan) ?? (await worker.apply(plan))) : [];
          rows.push(...listed);
          unlisted += plan.rows.length - listed.length;
        }
        // What was written together ends together: the cursor passes all of it.
        const last = part.at(-1);
        if (last && performance.now() >= end && place + size < plans.length) {
          return { rows, unlisted, cursor: last.key };
        }
      }
      return { rows, unlisted, cursor: after } satisfies TaskChunk;
    },
    async retry(sql, task, failed) {
      const file = await readImportFile(sql, importOf(task));
      const numbers = failed.map(({ row_no }) => row_no);
      const found = await sql<{ row_no: number; thing_key: string; first: number }[]>`
      select r.row_no, r.thing_key,
        (select min(o.row_no) from private.import_rows o
          where o.import_id = r.import_id and o.thing_key = r.thing_key) as first
      from private.import_rows r where r.import_id = ${file.id} and r.row_no = any (${numbers}::bigint[])`;
      const worker = await kind.open(sql, file, contextOf(task));
      // A thing is tried with its first row, and its further rows follow it.
      const keys = found
        .filter(({ row_no, first }) => row_no === first)
        .map((row) => row.thing_key);
      const outcomes = new Map<number, TaskRow>();
      for (const part of await divideThings(sql, file.id, keys)) {
        for (const plan of await planThings(sql, worker, file.id, part)) {
          for (const row of await worker.apply(plan)) outcomes.set(row.row_no, row);
        }
      }
      const earlier = await sql<{ row_no: number; outcome: TaskRow["outcome"] }[]>`
      select row_no, outcome from staff_task_rows
      where task_id = ${task.id} and row_no = any (${found.map(({ first }) => first)}::bigint[])`;
      return failed.map((row): TaskRow => {
        const own = outcomes.get(row.row_no);
        if (own) return own;
        const first = found.find(({ row_no }) => row_no === row.row_no)?.first ?? -1;
        const outcome =
          outcomes.get(first)?.outcome ?? earlier.find(({ row_no }) => row_no === first)?.outcome;
        return outcome === "done"
          ? { row_no: row.row_no, subject_id: row.subject_id ?? null, outcome: "unchanged" }
          : { ...row, outcome: "failed", code: "other_row" };
      });
    },
    undo: (sql, task, rows) => kind.undo(sql, task, rows),
    async finished(sql, task) {
      if (task.mode !== "undo") await kind.finished?.(sql, task, importOf(task));
    },
  };
}

/** Whether a plan writes or refuses something. */
function isWork({ isNew, changes, problems }: Plan): boolean {
  return isNew || changes.length > 0 || problems.length > 0;
}

function importOf(task: RunningTask): string {
  return (task.input as { import_id: string }).import_id;
}

/** A second try has the key of the first one: a variant is counted once. */
function contextOf({ of_task, id, actorId }: RunningTask): RunContext {
  return { key: of_task ?? id, actorId, isWriting: true };
}
