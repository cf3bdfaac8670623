import { Readable } from "node:stream";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { byteOrderMark, csvLine, type Delimiter } from "#shop/kernel/csv/cell.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import { insertTask } from "#shop/staff/tasks/start-task.server.ts";
import { writePart } from "#shop/staff/tasks/task-files.server.ts";
import type { TaskKind } from "#shop/staff/tasks/task-kind.ts";
import type { ImportKind } from "./kind.ts";

/** Rows up to which an export is answered at once; a larger one is a task. */
export const maxDirectRows = 5_000;
/** Reads of one part of a task's file. */
const readsPerPart = 5;

export function mayExport(actor: Person, kind: ImportKind): boolean {
  return kind.exportPermissions.every((permission) => may(actor, permission));
}

/** Whether an export is answered at once. Personal data never is: its file waits for the one who proved who they are. */
export async function isDirectExport(kind: ImportKind): Promise<boolean> {
  if (kind.isPersonal) return false;
  return (await kind.countExport(asShop(), maxDirectRows + 1)) <= maxDirectRows;
}

/**
 * Everything of a kind as CSV, in keyset chunks as the reader takes them.
 * @returns undefined for staff who may not read it, and for personal data
 */
export function exportFile(
  kind: ImportKind,
  actor: Person,
  delimiter: Delimiter,
): ReadableStream<Uint8Array> | undefined {
  if (kind.isPersonal || !mayExport(actor, kind)) return undefined;
  return Readable.toWeb(
    Readable.from(exportBytes(asShop(), kind, delimiter)),
  ) as ReadableStream<Uint8Array>;
}

async function* exportBytes(
  sql: Sql,
  kind: ImportKind,
  delimiter: Delimiter,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(headerOf(kind, delimiter));
  for (let after: string | null = null; ; ) {
    const { rows, after: next } = await kind.exportRows(sql, after);
    const text = rows.map((row) => csvLine(row, delimiter)).join("");
    if (text) yield encoder.encode(text);
    after = next;
    if (after === null) return;
  }
}

function headerOf(kind: ImportKind, delimiter: Delimiter): string {
  return byteOrderMark + csvLine(kind.columns, delimiter);
}

/** Starts an export into a private file. Personal data asks for a fresh proof and leaves an entry in the audit log. */
export function startExport(
  kind: ImportKind,
  actor: Person,
  { id, delimiter }: { readonly id: string; readonly delimiter: Delimiter },
): Promise<Result<{ id: string }, "not_permitted" | "reauthentication_needed">> {
  const [first = kind.permission] = kind.exportPermissions;
  return asStaff<{ id: string }, "not_permitted" | "reauthentication_needed">(
    actor,
    first,
    async (sql) => {
      const [row] = await sql<{ may: boolean }[]>`
        select private.may_all(${actor.id}, ${[...kind.exportPermissions]}) as may`;
      if (!row?.may || !mayExport(actor, kind)) return fail("not_permitted");
      if (kind.isPersonal && !(await isFresh(sql, actor))) return fail("reauthentication_needed");
      const isNew = await insertTask(sql, actor, exportTask(kind), {
        id,
        title: "",
        input: { delimiter },
      });
      if (kind.isPersonal && isNew) {
        await recordAct(sql, actor, "export.started", {
          subjectId: id,
          details: { kind: kind.name },
        });
      }
      return ok({ id });
    },
  );
}

interface Cursor {
  readonly after: string;
  readonly part: number;
}

/** Exports everything of a kind into a private file. */
export function exportTask(kind: ImportKind): TaskKind {
  return {
    kind: `export-${kind.name}`,
    permission: kind.exportPermissions[0] ?? kind.permission,
    alsoNeeds: kind.exportPermissions.slice(1),
    async chunk(sql, task, at) {
      const { delimiter } = task.input as { delimiter: Delimiter };
      const { after: first, part } = (at as Cursor | null) ?? { after: null, part: 0 };
      let text = part === 0 ? headerOf(kind, delimiter) : "";
      let count = 0;
      let after: string | null = first;
      for (let n = 0; n < readsPerPart; n++) {
        const { rows, after: next } = await kind.exportRows(sql, after);
        text += rows.map((row) => csvLine(row, delimiter)).join("");
        count += rows.length;
        after = next;
        if (after === null) break;
      }
      const result_path = await writePart(sql, task.id, part, text);
      const total =
        part === 0 ? { total: await kind.countExport(sql, Number.MAX_SAFE_INTEGER) } : {};
      return {
        rows: [],
        unlisted: count,
        cursor: after === null ? null : { after, part: part + 1 },
        result_path,
        ...total,
      };
    },
  };
}
