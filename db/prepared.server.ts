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

export interface TransactionWish {
  readonly mode: "read only" | "read write";
  /** `work` sends everything before it first waits: the end of the transaction travels with it. */
  readonly sendsAtOnce: boolean;
}

/**
 * One transaction of run-time statements. Its beginning travels with the first statements, so that a transaction
 * that `sendsAtOnce` is a single round trip. `work` says at its end whether what it did is kept.
 * @throws whatever `work` throws, after undoing it
 */
export async function inPreparedTransaction<T>(
  { mode, sendsAtOnce }: TransactionWish,
  work: (send: Send) => Promise<{ readonly value: T; readonly keep: boolean }>,
): Promise<T> {
  const pool = asShop();
  if (!("reserve" in pool)) throw new AppError("database_not_connected", 500);
  const connection = await pool.reserve();
  let isOpen = true;
  const end = (how: "commit" | "rollback") => {
    isOpen = false;
    return run(connection, how);
  };
  const send: Send = (statement) => {
    // What came after the end would not run as the caller.
    if (!isOpen) throw new Error("the transaction has ended");
    return sendTo(connection, statement);
  };
  const begun = run(connection, mode === "read only" ? "begin read only" : "begin");
  let ended: Promise<unknown> | undefined;
  try {
    const working = work(send);
    if (sendsAtOnce) ended = end("commit");
    const { value, keep } = await working;
    ended ??= end(keep ? "commit" : "rollback");
    await begun;
    await ended;
    return value;
  } finally {
    ended ??= end("rollback");
    await release(connection, ended);
  }
}

/** A connection that is lost has left the pool by itself; giving it back would put it among the good ones. */
async function release(connection: postgres.ReservedSql, ended: Promise<unknown>): Promise<void> {
  const failure = await ended.then(
    () => undefined,
    (error: unknown) => error,
  );
  const isAlive =
    failure === undefined ||
    (failure instanceof openPostgres.PostgresError && failure.severity_local !== "FATAL");
  if (isAlive) connection.release();
}

function run(connection: postgres.ReservedSql, text: string): Promise<unknown> {
  return watched(connection.unsafe(text).execute());
}

function sendTo<T extends object>(
  connection: postgres.ReservedSql,
  { text, values }: Statement,
): Promise<T[]> {
  const query = connection.unsafe<T[]>(
    text,
    values.map((value) => connection.typed(value as string, unknownType)),
    { prepare: isWorthPreparing(text) },
  );
  return watched(query.execute()) as unknown as Promise<T[]>;
}

/** Whoever sent it waits for it later; until then a failure must not count as unhandled. */
function watched<T extends Promise<unknown>>(query: T): T {
  query.catch(() => undefined);
  return query;
}
