import { fail, ok, type Result } from "#base/result.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { byteOrderMark, csvLine } from "#shop/kernel/csv/cell.ts";
import type { DayRange } from "#shop/orders/figures/report-period.ts";
import { loadSettings } from "#shop/settings/load-settings.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { insertTask } from "#shop/staff/tasks/start-task.server.ts";
import { writePart } from "#shop/staff/tasks/task-files.server.ts";
import type { TaskKind } from "#shop/staff/tasks/task-kind.ts";
import { type LedgerName, ledgerNames, ledgerPermissions } from "./ledger-exports.ts";
import { ledgers } from "./read-ledger.server.ts";

interface Cursor {
  readonly after: string;
  readonly part: number;
}

/** The task that writes the rows of a period to a private file. */
function exportTaskOf(name: LedgerName): TaskKind {
  const { columns, read } = ledgers[name];
  return {
    kind: `export-ledger-${name}`,
    permission: "reports.read",
    alsoNeeds: ledgerPermissions[name],
    async chunk(sql, task, at) {
      const range = task.input as unknown as DayRange;
      const { time_zone: zone } = await loadSettings(sql);
      const { after, part } = (at as Cursor | null) ?? { after: null, part: 0 };
      const rows = await read(sql, { ...range, zone }, after);
      const head = part === 0 ? byteOrderMark + csvLine(columns, ";") : "";
      const lines = rows.map((row) =>
        csvLine(
          columns.map((column) => row[column] ?? ""),
          ";",
        ),
      );
      const last = rows.at(-1)?.cursor;
      return {
        rows: [],
        unlisted: rows.length,
        cursor: last === undefined ? null : { after: String(last), part: part + 1 },
        result_path: await writePart(sql, task.id, part, head + lines.join("")),
      };
    },
  };
}

const tasks: ReadonlyMap<LedgerName, TaskKind> = new Map(
  ledgerNames.map((name) => [name, exportTaskOf(name)]),
);

export const ledgerTasks: readonly TaskKind[] = [...tasks.values()];

/** The exports that a person may start. */
export function ledgersOf(actor: Person): readonly LedgerName[] {
  return ledgerNames.filter((name) =>
    ["reports.read" as const, ...ledgerPermissions[name]].every((key) => may(actor, key)),
  );
}

/**
 * Starts an export of a period. A repeated call with the same id starts no second task.
 * @param range checked by `readReportPeriod`
 */
export function startLedgerExport(
  actor: Person,
  name: LedgerName,
  id: string,
  range: DayRange,
): Promise<Result<{ id: string }, "not_permitted">> {
  return asStaff(actor, "reports.read", async (sql) => {
    const kind = tasks.get(name);
    const [row] = await sql<{ may: boolean }[]>`
      select private.may_all(${actor.id}, ${[...ledgerPermissions[name]]}) as may`;
    if (!kind || !row?.may || !ledgersOf(actor).includes(name)) return fail("not_permitted");
    const title = `${range.from} – ${range.until}`;
    await insertTask(sql, actor, kind, { id, title, input: { ...range } });
    return ok({ id });
  });
}
