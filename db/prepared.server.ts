import { LRUCache } from "lru-cache";
import { callerConnections } from "./client.server.ts";
import { commandOf, DatabaseError, type Pool, type Session } from "./driver.server.ts";

/*
 * Statements that a program builds at run time. Values go as text without a type, so that PostgreSQL reads each as what its
 * place asks for.
 */

export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** Sends one statement of the transaction. Sent at once, also while an earlier one is still under way. */
export type Send = <T extends object>(statement: Statement) => Promise<T[]>;

/** Shapes that came before. */
const seen = new LRUCache<string, true>({ max: 2_000 });

/** Clients choose the shapes, and each prepared one takes memory in every connection: only one that comes again is prepared (decision 0071). */
function isWorthPreparing(text: string): boolean {
  if (seen.get(text)) return true;
  seen.set(text, true);
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
  if (!(error instanceof DatabaseError)) return undefined;
  const { code = "XX000", message, detail, hint } = error;
  return { code, message, detail, hint };
}

export interface TransactionOptions {
  readonly mode: "read only" | "read write";
  /** `work` sends everything before it first waits: the end of the transaction travels with it. */
  readonly sendsAtOnce: boolean;
}

/**
 * One transaction of run-time statements. Its beginning travels with the first statements, so that a transaction
 * that `sendsAtOnce` is a single round trip. Until `work` sets a role it is a visitor's; what it did is kept when
 * `work` says so at its end.
 * @throws whatever `work` throws, after undoing it
 */
export async function inPreparedTransaction<T>(
  { mode, sendsAtOnce }: TransactionOptions,
  work: (send: Send) => Promise<{ readonly value: T; readonly keep: boolean }>,
): Promise<T> {
  const pool = callerConnections();
  const transaction = new Transaction(pool, await pool.borrow());
  const begun = transaction.run(`begin ${mode}`);
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
    // Its failure says nothing that the work's own does not.
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
    // What came after the end would not run as the caller.
    if (!this.isOpen) throw new Error("the transaction has ended");
    // Not sent again by itself: behind the end of its transaction it would run with the rights of the connection.
    const how = isWorthPreparing(text) ? "prepared" : "once";
    return this.watch(this.session.run({ text, values, types: undefined, how })) as Promise<T[]>;
  }

  run(text: string): Promise<unknown> {
    return this.watch(this.session.run(commandOf(text, [], "script")));
  }

  /** @throws ConnectionLost when the server knows nothing of the transaction any more, so that nothing was kept */
  async end(how: "commit" | "rollback"): Promise<void> {
    this.isOpen = false;
    await this.run(how);
  }

  /** Waits for everything that was sent, and gives the connection back. */
  async close(): Promise<void> {
    await Promise.allSettled(this.sent);
    this.pool.detachBuffer(this.session);
  }

  /** Whoever sent it waits for it later; until then a failure must not count as unhandled. */
  private watch<T>(query: Promise<T>): Promise<T> {
    this.sent.push(query);
    query.catch(() => undefined);
    return query;
  }
}
