import { createHash } from "node:crypto";
import { cutText } from "#base/cut-text.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { removeLater } from "#integrations/storage/object-rows.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Delimiter } from "#shop/kernel/csv/cell.ts";
import { detectDelimiter, detectEncoding, type Encoding } from "#shop/kernel/csv/detect.ts";
import { type FileProblem, readCsv, UnreadableCsv } from "#shop/kernel/csv/read-csv.server.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { askColleague, type OverLimit } from "#shop/staff/approvals/with-limits.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { findTask } from "#shop/staff/tasks/read-tasks.server.ts";
import { insertTask } from "#shop/staff/tasks/start-task.server.ts";
import { readObject } from "#shop/staff/tasks/task-files.server.ts";
import { checkTask } from "./check-import.server.ts";
import { findHeader, maxHeadRows } from "./find-header.ts";
import {
  type ImportCounts,
  importBucket,
  importPath,
  maxFileColumns,
  type StaffImport,
  type UnknownCategories,
} from "./import.ts";
import { describeImport, importOverLimit } from "./import-limits.server.ts";
import type { ImportKind } from "./kind.ts";
import { findKind, kindNamed, kindsOf } from "./kinds.server.ts";
import { type Mapping, type MappingProblem, problemOfMapping, recogniseOwn } from "./mapping.ts";
import { importTask } from "./run-import.server.ts";

/** Bytes by which the encoding is guessed. */
const headBytes = 256 * 1024;
/** Rows that the mapping shows, the header row not counted. */
const sampleRows = 5;
/** Characters of a cell of the sample. */
const sampleLength = 120;

export type ImportProblem =
  | "not_permitted"
  | "not_found"
  | "upload_missing"
  | "kind_unknown"
  | "reauthentication_needed"
  | "header_twice"
  | "header_empty"
  | "too_many_columns"
  | FileProblem
  | MappingProblem
  | "import_state"
  | "not_confirmed"
  | LimitProblem;

interface Head {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly headers: readonly string[];
  readonly head_rows: number;
  readonly sample: readonly (readonly string[])[];
}

/** Reads the beginning of an uploaded file: its encoding, delimiter, header row and first rows. */
async function readHead(
  version: string,
  kinds: readonly ImportKind[],
): Promise<Result<Head, ImportProblem> & { readonly row?: number }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of readObject(version)) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size >= headBytes) break;
  }
  const head = Buffer.concat(pieces).subarray(0, headBytes);
  // A ZIP archive, as the files of spreadsheet programs are.
  if (head.subarray(0, 4).toString("latin1") === "PK\x03\x04") return fail("not_csv");
  const encoding = detectEncoding(head);
  const delimiter = detectDelimiter(new TextDecoder(encoding).decode(head));
  const rows: (readonly string[])[] = [];
  try {
    for await (const record of readCsv(readObject(version), { encoding, delimiter })) {
      rows.push(record);
      if (rows.length > 2 * maxHeadRows) break;
    }
  } catch (error) {
    if (error instanceof UnreadableCsv) {
      // The decoder reads ahead, so the row of an invalid byte sequence is unknown.
      const row = error.code === "encoding_broken" ? undefined : error.row;
      return { ...fail(error.code), ...(row === undefined ? {} : { row }) };
    }
    throw error;
  }
  const { headers, rows: head_rows } = findHeader(rows, kinds);
  if (headers.length === 0) return fail("header_empty");
  if (headers.length > maxFileColumns) return fail("too_many_columns");
  const named = headers.filter((name) => name !== "");
  if (new Set(named).size < named.length) return fail("header_twice");
  const sample = rows
    .slice(head_rows, head_rows + sampleRows)
    .map((row) =>
      row
        .slice(0, headers.length)
        .map((cell) => cutText(cell.replaceAll("\0", "\u2400"), sampleLength)),
    );
  return ok({ encoding, delimiter, headers, head_rows, sample });
}

/**
 * Makes an import of a file that has arrived in the bucket. The same id again changes nothing.
 * @param id of the upload, made by the client
 * @param name of the file on the person's device
 * @param wanted what the file holds; undefined: its header row says so
 * @returns with a problem also the row of the file that has it, where it is known
 */
export async function createImport(
  actor: Person,
  id: string,
  name: string,
  wanted?: string,
): Promise<Result<{ id: string }, ImportProblem> & { readonly row?: number }> {
  if (!isUuid(id) || !may(actor, "imports.run")) return fail("not_permitted");
  const sql = asShop();
  const [known] = await sql`select from imports where id = ${id} and created_by = ${actor.id}`;
  if (known) return ok({ id });
  const [upload] = await sql<{ version: string; size: number }[]>`
    select version, (metadata ->> 'size')::bigint as size from storage.objects
    where bucket_id = ${importBucket} and name = ${importPath(actor.id, id)}`;
  if (!upload) return fail("upload_missing");
  const kinds = kindsOf(actor).filter((kind) => !wanted || kind.name === wanted);
  const head =
    upload.size === 0 ? fail("file_empty" as const) : await readHead(upload.version, kinds);
  if (!head.ok) return head;
  const { encoding, delimiter, headers, head_rows, sample } = head.value;
  const kind = kindOfFile(actor, headers, wanted);
  if (!kind) return fail("kind_unknown");
  return asStaff<{ id: string }, ImportProblem>(actor, "imports.run", async (inner) => {
    const [saved] = await inner<{ mapping: Mapping }[]>`
      select mapping from private.import_mappings where headers_hash = ${hashOf(kind, headers)}`;
    const mapping =
      saved?.mapping ??
      kind.recognise(headers)?.mapping ??
      // A file that no kind knows has its columns by their names all the same.
      recogniseOwn(headers, kind.columns).mapping;
    await inner`
      insert into imports (id, kind, permission, name, version, bytes, encoding, delimiter, headers, head_rows, sample, mapping, created_by)
      values (${id}, ${kind.name}, ${kind.permission}, ${cleanName(name)}, ${upload.version}, ${upload.size}, ${encoding}, ${delimiter}, ${[...headers]}, ${head_rows},
        ${inner.json(sample)}, ${inner.json(mapping)}, ${actor.id})
      on conflict (id) do nothing`;
    return ok({ id });
  });
}

/** Without a choice the kind that knows the header row; products are asked last, and take a file that nobody knows. */
function kindOfFile(
  actor: Person,
  headers: readonly string[],
  wanted: string | undefined,
): ImportKind | undefined {
  const kinds = kindsOf(actor);
  if (wanted) return kinds.find(({ name }) => name === wanted);
  return kinds.findLast((kind) => kind.recognise(headers) !== undefined) ?? kinds.at(0);
}

/** The columns that those of a file can become. */
const columnsOf = ({ columns, extraColumns = [] }: ImportKind) => [...columns, ...extraColumns];

function cleanName(name: string): string {
  return cutText(name.replace(/[\p{Cc}\p{Cs}]/gu, "").trim(), 200) || "-";
}

function hashOf({ name }: ImportKind, headers: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([name, ...headers]))
    .digest("hex");
}

/** Saves the mapping, also for the next file with the same header row, and starts the check. */
export function checkImport(
  actor: Person,
  id: string,
  input: {
    readonly mapping: Mapping;
    readonly unknown_categories: UnknownCategories;
    readonly task_id: string;
  },
): Promise<Result<{ task: string }, ImportProblem>> {
  return asStaff<{ task: string }, ImportProblem>(actor, "imports.run", async (sql) => {
    const file = await lockImport(sql, actor, id);
    if (!file) return fail("not_found");
    if (file.run_task !== null) return fail("import_state");
    const kind = kindNamed(file.kind);
    const mapping = Object.fromEntries(
      Object.entries(input.mapping).filter(
        ([column, { header }]) =>
          columnsOf(kind).includes(column) &&
          (header === undefined || file.headers.includes(header)),
      ),
    );
    const problem = problemOfMapping(mapping, kind.identity);
    if (problem) return fail(problem);
    await insertTask(sql, actor, checkTask(kind), {
      id: input.task_id,
      title: file.name,
      input: { import_id: id },
    });
    await sql`
      update imports set mapping = ${sql.json(mapping)}, unknown_categories = ${input.unknown_categories},
        counts = null, problem = null, problem_row = null, check_task = ${input.task_id}
      where id = ${id}`;
    await sql`
      insert into private.import_mappings (headers_hash, mapping) values (${hashOf(kind, file.headers)}, ${sql.json(mapping)})
      on conflict (headers_hash) do update set mapping = excluded.mapping, saved_at = now()`;
    return ok({ task: input.task_id });
  });
}

/**
 * Starts the run of a checked import; above a limit of the actor it waits for a colleague.
 * @param confirmed the person ticked the price jumps and stock of 0
 */
export async function runImport(
  actor: Person,
  id: string,
  { task_id, confirmed }: { readonly task_id: string; readonly confirmed: boolean },
): Promise<Result<{ task: string }, ImportProblem>> {
  let over: OverLimit | undefined;
  const started = await asStaff<{ task: string }, ImportProblem>(
    actor,
    "imports.run",
    async (sql) => {
      const file = await lockImport(sql, actor, id);
      if (!file) return fail("not_found");
      if (file.run_task !== null) return ok({ task: file.run_task });
      if (!file.counts || file.problem) return fail("import_state");
      if (file.counts.warnings > 0 && !confirmed) return fail("not_confirmed");
      const kind = kindNamed(file.kind);
      if (kind.needsProof && !(await isFresh(sql, actor))) return fail("reauthentication_needed");
      over = await importOverLimit(sql, actor.id, file.counts);
      if (over) return fail("waits_for_approval");
      await insertTask(sql, actor, importTask(kind), {
        id: task_id,
        title: file.name,
        input: { import_id: id },
        total: file.counts.rows,
      });
      await sql`update imports set run_task = ${task_id} where id = ${id}`;
      return ok({ task: task_id });
    },
  );
  return over
    ? askColleague(actor, "imports.run", over, (sql) => describeImport(sql, id, over))
    : started;
}

interface Locked {
  readonly kind: string;
  readonly name: string;
  readonly headers: readonly string[];
  readonly counts: ImportCounts | null;
  readonly problem: string | null;
  readonly run_task: string | null;
}

async function lockImport(sql: Sql, actor: Person, id: string): Promise<Locked | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await sql<Locked[]>`
    select kind, name, headers, counts, problem, run_task from imports
    where id = ${id} and created_by = ${actor.id} for update`;
  return row;
}

/** @returns undefined for an unknown import, and for another person's unless the actor has `tasks.read` and the kind's permission */
export async function findImport(actor: Person, id: string): Promise<StaffImport | undefined> {
  if (!may(actor, "imports.run") || !isUuid(id)) return undefined;
  const [row] = await asShop()<
    (Omit<
      StaffImport,
      | "check"
      | "run"
      | "source"
      | "created_at"
      | "is_own"
      | "columns"
      | "page"
      | "has_categories"
      | "is_final"
    > & {
      check_task: string | null;
      run_task: string | null;
      created_by: string | null;
      created_at: Date;
    })[]
  >`
    select id, kind, name, bytes, encoding, delimiter, headers, sample, mapping, unknown_categories, counts, problem, problem_row,
      check_task, run_task, created_by, created_at
    from imports where id = ${id}`;
  const kind = row && findKind(row.kind);
  if (!kind) return undefined;
  const { check_task, run_task, created_by, created_at, ...rest } = row;
  const mayRead = may(actor, "tasks.read") && may(actor, kind.permission);
  if (created_by !== actor.id && !mayRead) return undefined;
  const [check, run] = await Promise.all([
    check_task ? findTask(actor, check_task) : undefined,
    run_task ? findTask(actor, run_task) : undefined,
  ]);
  return {
    ...rest,
    columns: columnsOf(kind),
    page: kind.page ?? null,
    has_categories: kind.hasCategories ?? false,
    is_final: kind.isFinal ?? false,
    source: kind.recognise(row.headers)?.source ?? null,
    check: check ?? null,
    run: run ?? null,
    is_own: created_by === actor.id,
    created_at: created_at.toISOString(),
  };
}

/** Imports that the list shows. */
const maxListed = 50;

/** The newest imports: the person's own and, with `tasks.read`, those of kinds that the person may import. */
export async function listImports(
  actor: Person,
): Promise<readonly Pick<StaffImport, "id" | "kind" | "name" | "counts" | "created_at">[]> {
  if (!may(actor, "imports.run")) return [];
  const sql = asShop();
  const kinds = may(actor, "tasks.read") ? kindsOf(actor).map(({ name }) => name) : [];
  const visible = sql`(created_by = ${actor.id} or kind = any (${kinds}::text[]))`;
  const rows = await sql<
    { id: string; kind: string; name: string; counts: ImportCounts | null; created_at: Date }[]
  >`
    select id, kind, name, counts, created_at from imports where ${visible} order by created_at desc, id desc limit ${maxListed}`;
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

/** Days for which the file and the rows of an import are kept. */
const fileDays = 30;

/** Removes the files and rows of old imports, and uploads that became none. */
export async function purgeImports(): Promise<void> {
  const sql = asShop();
  const old = sql`now() - make_interval(days => ${fileDays})`;
  await sql`
    delete from private.import_rows r using imports i where i.id = r.import_id and i.created_at < ${old}`;
  await sql`
    with gone as (
      delete from storage.objects where bucket_id = ${importBucket} and created_at < ${old} returning version
    )
    select ${removeLater(sql, sql`(select array_agg(version) from gone)`)}`;
}
