import { type Caller, sqlState } from "#db/client.server.ts";
import type { Principal, Rows, TableAccess, Writing } from "./matrix.ts";

/** A principal whose access is probed. */
export interface Prober {
  /** The name in reports: `customer A`. */
  readonly label: string;
  readonly principal: Principal;
  readonly id: string;
  readonly caller: Caller;
}

/** Runs one statement as the caller and rolls it back. @throws the database's error */
export type Try = (
  caller: Caller,
  statement: string,
  values?: readonly string[],
) => Promise<Print | undefined>;

/** The rows that a statement affected: their number, and a digest of their keys. */
export interface Print {
  readonly n: number;
  readonly digest: string;
}

/** The digests of the row sets that the matrix can name, for one person. */
export type Sets = Readonly<Partial<Record<Rows, Print>>>;

/** Wraps a query with a column `k` so that it returns the digest of its rows. */
export function printOf(rows: string): string {
  return `select count(*)::int as n, coalesce(md5(string_agg(k, ',' order by k collate "C")), '') as digest from ${rows}`;
}

export function keyOf(access: TableAccess): string {
  return `concat_ws(':', ${access.key.join(", ")})`;
}

/** The statements that the matrix uses to read, change and delete all accessible rows. */
export function rowStatements(name: string, access: TableAccess) {
  const key = keyOf(access);
  const column = access.update?.columns[0];
  return {
    select: printOf(`(select ${key} as k from ${name}) rows`),
    // Without an allowed column, every update is refused.
    update: `with rows as (update ${name} set ${column ?? access.key[0]} = ${column ?? "default"} returning ${
      column ? key : "1::text"
    } as k) ${printOf("rows")}`,
    delete: `with rows as (delete from ${name} returning ${key} as k) ${printOf("rows")}`,
  };
}

/** The observed access to one table, cell by cell, as words to compare. */
export async function observe(
  attempt: Try,
  who: Prober,
  name: string,
  access: TableAccess,
  columns: readonly string[],
  sets: Sets,
): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const statements = rowStatements(name, access);
  for (const [verb, statement] of Object.entries(statements)) {
    seen.set(`${verb} rows`, await rowsMet(attempt, who, statement, sets));
  }
  seen.set("insert rows", await insertOwn(attempt, who, name, access));
  for (const column of columns) {
    const outcome = (statement: string) =>
      attempt(who.caller, statement).then(() => "allowed", columnOutcome);
    seen.set(`select ${column}`, await outcome(`select ${column} from ${name} limit 0`));
    seen.set(`insert ${column}`, await outcome(`insert into ${name} (${column}) values (default)`));
    seen.set(
      `update ${column}`,
      await outcome(`update ${name} set ${column} = default where false`),
    );
  }
  return seen;
}

async function rowsMet(attempt: Try, who: Prober, statement: string, sets: Sets): Promise<string> {
  try {
    const print = await attempt(who.caller, statement);
    const names = Object.entries(sets).filter(
      ([, set]) => set.n === print?.n && set.digest === print.digest,
    );
    // An empty set has the same digest as no rows at all.
    return names.find(([set]) => set === "none")?.[0] ?? names[0]?.[0] ?? `${print?.n} other rows`;
  } catch (error) {
    return sqlState(error) === "42501" ? "refused" : `failed ${sqlState(error)}`;
  }
}

/**
 * A copy of a row that the caller can read, with only the columns that the caller may set; else a row of defaults.
 */
async function insertOwn(
  attempt: Try,
  who: Prober,
  name: string,
  access: TableAccess,
): Promise<string> {
  const list = access.insert?.columns.join(", ");
  try {
    // Without a visible row there is none to copy.
    if (list && access.own && access.select[who.principal] !== "none") {
      const copy = `insert into ${name} (${list}) select ${list} from ${name} where ${access.own} limit 1`;
      await attempt(who.caller, copy, [who.id]);
    } else await attempt(who.caller, `insert into ${name} default values`);
    return "own";
  } catch (error) {
    if (isPolicyRefusal(error)) return "none";
    return sqlState(error) === "42501" ? "refused" : "own";
  }
}

/** PostgreSQL checks grants first, so every other error means that the column was accepted. */
function columnOutcome(error: unknown): string {
  return sqlState(error) === "42501" && !isPolicyRefusal(error) ? "refused" : "allowed";
}

/** Missing grants and policies share an error code. */
function isPolicyRefusal(error: unknown): boolean {
  return sqlState(error) === "42501" && /row-level security/.test((error as Error).message);
}

/** The observed access in the format of the matrix. */
export function expected(
  who: Prober,
  access: TableAccess,
  columns: readonly string[],
): Map<string, string> {
  const meant = new Map<string, string>();
  const rowsOf = (writing: Writing | undefined) => writing?.rows[who.principal] ?? "refused";
  const mayName = (writing: Writing | undefined, column: string) =>
    rowsOf(writing) !== "refused" && writing?.columns.includes(column) ? "allowed" : "refused";
  const reads = access.select[who.principal];
  meant.set("select rows", reads);
  meant.set("update rows", rowsOf(access.update));
  meant.set("delete rows", access.delete?.[who.principal] ?? "refused");
  meant.set("insert rows", rowsOf(access.insert));
  for (const column of columns) {
    const isReadable = reads !== "refused" && !access.unreadable?.includes(column);
    meant.set(`select ${column}`, isReadable ? "allowed" : "refused");
    meant.set(`insert ${column}`, mayName(access.insert, column));
    meant.set(`update ${column}`, mayName(access.update, column));
  }
  return meant;
}

/** Cells that differ: `public.orders, customer B, select note: allowed, but the matrix says refused`. */
export function differences(
  name: string,
  who: Prober,
  seen: ReadonlyMap<string, string>,
  meant: ReadonlyMap<string, string>,
): string[] {
  return [...meant].flatMap(([cell, wanted]) => {
    const found = seen.get(cell);
    if (found === wanted) return [];
    return [`${name}, ${who.label}, ${cell}: ${found}, but the matrix says ${wanted}`];
  });
}
