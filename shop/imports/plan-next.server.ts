import type { Sql } from "#db/client.server.ts";
import type { Cells } from "./cells.ts";
import type { ImportFile, ImportKind, Plan, StagedRow, Worker } from "./kind.ts";

/** Things of one chunk: planning them keeps the process from answering buyers meanwhile. */
const defaultThings = 50;
/** Rows and bytes of their cells after which a chunk plans no further thing. */
const rowsPerChunk = 2_500;
const bytesPerChunk = 4_000_000;

/** @throws when the import was deleted under its task */
export async function readImportFile(sql: Sql, id: string): Promise<ImportFile> {
  const [file] = await sql<ImportFile[]>`
    select id, version, encoding, delimiter, headers, head_rows, mapping, unknown_categories from imports where id = ${id}`;
  if (!file) throw new Error("the import of a task is missing");
  return file;
}

/**
 * Plans the next things of an import.
 * @param after the key of the thing before the chunk
 * @returns the plans, and the key of the last thing; null: there are no more
 */
export async function planNext<P extends Plan>(
  sql: Sql,
  { thingsPerChunk = defaultThings }: Pick<ImportKind<P>, "thingsPerChunk">,
  worker: Worker<P>,
  importId: string,
  after: string,
): Promise<{ plans: readonly P[]; after: string | null }> {
  const things = await sql<Thing[]>`
    select thing_key, count(*)::int as rows, sum(octet_length(cells::text))::bigint as bytes
    from private.import_rows where import_id = ${importId} and thing_key > ${after}
    group by thing_key order by thing_key limit ${thingsPerChunk}`;
  const chunk = things.slice(0, countThingsOfChunk(things));
  const last = chunk.at(-1)?.thing_key;
  if (last === undefined) return { plans: [], after: null };
  const plans = await planRows(
    worker,
    await sql<StoredRow[]>`
      select thing_key, row_no, cells from private.import_rows
      where import_id = ${importId} and thing_key > ${after} and thing_key <= ${last} order by thing_key, row_no`,
  );
  const isEnd = things.length < thingsPerChunk && chunk.length === things.length;
  return { plans, after: isEnd ? null : last };
}

interface Thing {
  readonly thing_key: string;
  readonly rows: number;
  readonly bytes: number;
}

/** The number of things that one chunk plans; at least the first one. */
function countThingsOfChunk(things: readonly Thing[]): number {
  let rows = 0;
  let bytes = 0;
  const firstExcluded = things.findIndex((thing, place) => {
    rows += thing.rows;
    bytes += thing.bytes;
    return place > 0 && (rows > rowsPerChunk || bytes > bytesPerChunk);
  });
  return firstExcluded < 0 ? things.length : firstExcluded;
}

/** Divides things of an import into parts that are planned one after the other, with the limits of a chunk of `planNext`. */
export async function divideThings(
  sql: Sql,
  importId: string,
  keys: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const things = await sql<Thing[]>`
    select thing_key, count(*)::int as rows, sum(octet_length(cells::text))::bigint as bytes
    from private.import_rows where import_id = ${importId} and thing_key = any (${[...keys]})
    group by thing_key order by thing_key`;
  const parts: string[][] = [];
  for (let rest: readonly Thing[] = things; rest.length > 0; ) {
    const count = countThingsOfChunk(rest);
    parts.push(rest.slice(0, count).map(({ thing_key }) => thing_key));
    rest = rest.slice(count);
  }
  return parts;
}

/** Plans some things of an import, in the order of their keys. */
export async function planThings<P extends Plan>(
  sql: Sql,
  worker: Worker<P>,
  importId: string,
  keys: readonly string[],
): Promise<readonly P[]> {
  return planRows(
    worker,
    await sql<StoredRow[]>`
      select thing_key, row_no, cells from private.import_rows
      where import_id = ${importId} and thing_key = any (${[...keys]}) order by thing_key, row_no`,
  );
}

interface StoredRow {
  readonly thing_key: string;
  readonly row_no: number;
  readonly cells: Omit<StagedRow, "row_no" | "cells"> & { readonly cells: Cells };
}

/** @param rows in the order of their things */
function planRows<P extends Plan>(
  worker: Worker<P>,
  rows: readonly StoredRow[],
): Promise<readonly P[]> {
  const groups = new Map<string, StagedRow[]>();
  for (const { thing_key, row_no, cells } of rows) {
    const row: StagedRow = {
      row_no,
      cells: cells.cells,
      ...(cells.misfit ? { misfit: cells.misfit } : {}),
    };
    const known = groups.get(thing_key);
    if (known) known.push(row);
    else groups.set(thing_key, [row]);
  }
  return worker.plan(groups);
}
