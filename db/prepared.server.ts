import { LRUCache } from "lru-cache";
import { callerConnections } from "./client.server.ts";
import { commandOf, DatabaseError, type Pool, type Session } from "./driver.server.ts";

/*
 * Statements that the program builds at run time. Values are sent as untyped text, so that PostgreSQL infers
 * each type from its place.
 */

export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** Sends one statement of the transaction at once, also while an earlier one is in progress. */
export type Send = <T extends object>(statement: Statement) => Promise<T[]>;

/** Statement texts seen before. */
const seen = new LRUCache<string, true>({ max: 2_000 });

/**
 * Clients choose the texts, and each prepared statement takes memory in every connection: prepare a text only
 * on its second use (docs/why/rest.md).
 */
function isWorthPreparing(text: string): boolean {
  if (seen.get(text)) return true;
  seen.set(text, true);
  return false;
}

/** The fields of a PostgreSQL error. */
export interface DatabaseReport {
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
  readonly hint?: string;
}

/** Undefined for anything that is not an error of PostgreSQL. */
export function databaseReport(error: unknown): DatabaseReport | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  const { code = "XX000", message, detail, hint } = error;
  return { code, message, detail, hint };
}

export interface TransactionOptions {
  readonly mode: "read only" | "read write";
  /**
   * `work` sends all statements before its first await, so that the end of the transaction travels with them.
   */
  readonly sendsAtOnce: boolean;
}

/**
 * One transaction of run-time statements. BEGIN travels with the first statements, so that a transaction that
 * `sendsAtOnce` is a single round trip. Until `work` sets a role it has a visitor's rights. It commits when
 * `work` returns `keep: true`.
 * @throws the error of `work`, after the rollback
 */
export async function inPreparedTransaction<T>(
  { mode, sendsAtOnce }: TransactionOptions,
  work: (send: Send) => Promise<{ readonly value: T; readonly keep: boolean }>,
): Promise<T> {
  const pool = callerConnections();
  const transaction = new Transaction(pool, await pool.borrow());
  const begun = transaction.begin(mode);
  let ended: Promise<unknown> | undefined;
  try {
    const working = work((statement) => transaction.send(statement));
    if (sendsAtOnce) {
      ended = transaction.end("commit");
      ended.catch(() => undefined);
    }
    const { value, keep } = await working;
    ended ??= transaction.end(keep ? "commit" : "rollback");
    await begun;
    await ended;
    return value;
  } finally {
    // The error of `work` is the one to report.
    await (ended ?? transaction.end("rollback")).catch(() => undefined);
    await transaction.close();
  }
}

class Transaction {
  private readonly pool: Pool;
  private readonly session: Session;
  private readonly sent: Promise<unknown>[] = [];
  private isOpen = true;

  constructor(pool: Pool, session: Session) {
    this.pool = pool;
    this.session = session;
  }

  send<T extends object>({ text, values }: Statement): Promise<T[]> {
    // A statement after the end would not run as the caller.
    if (!this.isOpen) throw new Error("the transaction has ended");
    // Never retried: after the end of its transaction it would run with the rights of the connection.
    const how = isWorthPreparing(text) ? "prepared" : "once";
    return this.watch(this.session.run({ text, values, types: undefined, how })) as Promise<T[]>;
  }

  begin(mode: TransactionOptions["mode"]): Promise<unknown> {
    return this.watch(this.session.run(this.session.begin(mode)));
  }

  run(text: string): Promise<unknown> {
    return this.watch(this.session.run(commandOf(text, [], "script")));
  }

  /** @throws ConnectionLost when the server no longer has the transaction, so that nothing was committed */
  async end(how: "commit" | "rollback"): Promise<void> {
    this.isOpen = false;
    await this.run(how);
  }

  /** Waits for every sent statement and returns the connection. */
  async close(): Promise<void> {
    await Promise.allSettled(this.sent);
    this.pool.release(this.session);
  }

  /** The sender awaits the promise later; until then a rejection must not count as unhandled. */
  private watch<T>(query: Promise<T>): Promise<T> {
    this.sent.push(query);
    query.catch(() => undefined);
    return query;
  }
}
