import { Readable } from "node:stream";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { byteOrderMark, csvLine, type Delimiter } from "#shop/csv/cell.ts";
import { writePart } from "#shop/tasks/task-files.server.ts";
import type { TaskKind } from "#shop/tasks/task-kind.ts";
import { productColumns } from "./columns.ts";
import { productRows } from "./export-row.ts";
import { readCategorySlugs, readFileProducts } from "./read-products.server.ts";

/** Variants up to which an export is answered at once; a larger one is a task. */
export const maxDirectRows = 5_000;
/** Products read at a time. */
const productsPerChunk = 200;
/** Chunks of one part of a task's file. */
const chunksPerPart = 5;

/** Whether an export of all products is small enough to be answered at once. */
export async function isSmallExport(): Promise<boolean> {
  const [row] = await asShop()<{ n: number }[]>`
    select count(*)::int as n from (select from product_variants where not archived limit ${maxDirectRows + 1}) counted`;
  return (row?.n ?? 0) <= maxDirectRows;
}

/**
 * All products as CSV, one row a variant, in keyset chunks as the reader takes them.
 * @returns undefined for staff who may not read products
 */
export function exportProducts(
  actor: Person,
  delimiter: Delimiter,
): ReadableStream<Uint8Array> | undefined {
  if (!may(actor, "products.read") || !may(actor, "stock.read")) return undefined;
  return Readable.toWeb(
    Readable.from(exportBytes(asShop(), delimiter)),
  ) as ReadableStream<Uint8Array>;
}

async function* exportBytes(sql: Sql, delimiter: Delimiter): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(header(delimiter));
  for (let after: string | null = null; ; ) {
    const chunk = await readChunk(sql, after, delimiter);
    if (chunk.text) yield encoder.encode(chunk.text);
    after = chunk.after;
    if (after === null) return;
  }
}

function header(delimiter: Delimiter): string {
  return byteOrderMark + csvLine(productColumns, delimiter);
}

/** @param after the id of the product before the chunk @returns `after` null at the end */
async function readChunk(
  sql: Sql,
  after: string | null,
  delimiter: Delimiter,
): Promise<{ text: string; rows: number; after: string | null }> {
  const ids = await sql<{ id: string }[]>`
    select id from products where ${after}::uuid is null or id > ${after}::uuid order by id limit ${productsPerChunk}`;
  const [products, slugs] = await Promise.all([
    readFileProducts(
      sql,
      ids.map(({ id }) => id),
    ),
    readCategorySlugs(sql),
  ]);
  const rows = [...products.values()].flatMap((product) => productRows(product, slugs));
  return {
    text: rows.map((row) => csvLine(row, delimiter)).join(""),
    rows: rows.length,
    after: ids.length < productsPerChunk ? null : (ids.at(-1)?.id ?? null),
  };
}

interface Cursor {
  readonly after: string;
  readonly part: number;
}

/** Exports all products into a private file. */
export const exportProductsKind: TaskKind = {
  kind: "export-products",
  permission: "products.read",
  async chunk(sql, task, at) {
    const { delimiter } = task.input as { delimiter: Delimiter };
    const { after: first, part } = (at as Cursor | null) ?? { after: null, part: 0 };
    let text = part === 0 ? header(delimiter) : "";
    let rows = 0;
    let after: string | null = first;
    for (let n = 0; n < chunksPerPart; n++) {
      const chunk = await readChunk(sql, after, delimiter);
      text += chunk.text;
      rows += chunk.rows;
      after = chunk.after;
      if (after === null) break;
    }
    const result_path = await writePart(sql, task.id, part, text);
    const total = part === 0 ? { total: await countRows(sql) } : {};
    return {
      rows: [],
      unlisted: rows,
      cursor: after === null ? null : { after, part: part + 1 },
      result_path,
      ...total,
    };
  },
};

async function countRows(sql: Sql): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from product_variants where not archived`;
  return row?.n ?? 0;
}
