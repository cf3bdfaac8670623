import type postgres from "postgres";
import { AppError } from "#base/errors.ts";
import { asShop } from "./client.server.ts";
import { openPostgres } from "./driver.server.ts";

/*
 * Statements that a program builds at run time. Unlike the tagged template, values go as text of unknown type, so that
 * PostgreSQL reads each as what its place asks for; the driver would turn "infinity" into a JavaScript date first.
 */

export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** Sends one statement of the transaction. Sent at once, also while an earlier one is still under way. */
export type Send = <T extends object>(statement: Statement) => Promise<T[]>;

/** Type number of `unknown`: no type is claimed. */
const unknownType = 705;
/** A shape that comes again is kept ready by the connections; how many in an hour, the least life of a connection. */
const mostPrepared = 400;
const mostSeen = 2000;
const forgetAfter = 3_600_000;

let prepared = new Set<string>();
let seen = new Set<string>();
let since = Date.now();

/** Clients choose the shapes, and each kept one takes memory in every connection: so only some, and the second time. */
function isWorthPreparing(text: string): boolean {
  if (Date.now() - since > forgetAfter) {
    prepared = new Set();
    seen = new Set();
    since = Date.now();
  }
  if (prepared.has(text)) return true;
  if (prepared.size < mostPrepared && seen.has(text)) {
    prepared.add(text);
    seen.delete(text);
    return true;
  }
  if (seen.size >= mostSeen) seen = new Set();
  seen.add(text);
  return false;
}

/** What PostgreSQL says of an error, in its own fields. */
export interface DatabaseReport {
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
  readonly hint?: string;
}

/** Undefined for anything that is not an error of PostgreSQL. */
export function databaseReport(error: unknown): DatabaseReport | undefined {
  if (!(error instanceof openPostgres.PostgresError)) return undefined;
  const { code, message, detail, hint } = error;
  return { code, message, detail, hint };
}

/** Ends the transaction without keeping what it did, and hands `value` out. */
class Undone<T> extends Error {
  readonly value: T;

  constructor(value: T) {
    super("undone");
    this.value = value;
  }
}

/**
 * One transaction of run-time statements. `work` says at its end whether what it did is kept.
 * @throws whatever `work` throws, after undoing it
 */
export async function inPreparedTransaction<T>(
  mode: string,
  work: (send: Send) => Promise<{ readonly value: T; readonly keep: boolean }>,
): Promise<T> {
  const pool = asShop();
  if (!("begin" in pool)) throw new AppError("database_not_connected", 500);
  try {
    return (await pool.begin(mode, async (sql) => {
      const { value, keep } = await work((statement) => send(sql, statement));
      if (!keep) throw new Undone(value);
      return value;
    })) as T;
  } catch (error) {
    if (error instanceof Undone) return error.value as T;
    throw error;
  }
}

function send<T extends object>(
  sql: postgres.TransactionSql,
  { text, values }: Statement,
): Promise<T[]> {
  const query = sql
    .unsafe<T[]>(
      text,
      values.map((value) => sql.typed(value as string, unknownType)),
      { prepare: isWorthPreparing(text) },
    )
    .execute();
  // Whoever sent it waits for it later; until then a failure must not count as unhandled.
  query.catch(() => undefined);
  return query as unknown as Promise<T[]>;
}
