import pg from "pg";
import type { Command, Result } from "./command.ts";
import type { Query } from "./query.ts";
import type { Session } from "./session.ts";
import { type TransactionSql, tagFor } from "./sql.ts";

/** A transaction, or a savepoint in one. */
interface Scope {
  readonly outer: Scope | undefined;
  /** The first failed statement of the scope, even when the error was caught. */
  failure: { readonly error: unknown } | undefined;
  isOver: boolean;
}

/**
 * Runs `work` in a transaction. A failed statement rolls back everything, even when `work` caught the error.
 * A statement after the end of the transaction is refused: it would run by itself, or in the connection's
 * next transaction.
 */
export async function runTransaction<T>(
  session: Session,
  mode: string,
  work: (sql: TransactionSql) => T | Promise<T>,
): Promise<T> {
  let savepoints = 0;
  const transaction: Scope = { outer: undefined, failure: undefined, isOver: false };
  await session.run(session.begin(mode));
  const value = await runScope(transaction, "rollback", work);
  transaction.isOver = true;
  const { command } = await session.run(script("commit"));
  // A statement that was not awaited failed, so PostgreSQL rolled back instead.
  if (command === "ROLLBACK")
    throw transaction.failure?.error ?? new Error("nothing was committed");
  return value;

  async function runScope<R>(
    scope: Scope,
    undo: string,
    work: (sql: TransactionSql) => R | Promise<R>,
  ): Promise<R> {
    try {
      const value = await work(sqlOf(scope));
      if (scope.failure) throw scope.failure.error;
      return value;
    } catch (error) {
      scope.isOver = true;
      // A lost connection has already ended the transaction.
      if (!isOver(scope.outer) && !session.isLost) await session.run(script(undo));
      // Report the first error instead of "current transaction is aborted".
      throw isAborted(error) && scope.failure ? scope.failure.error : error;
    }
  }

  function sqlOf(scope: Scope): TransactionSql {
    return Object.assign(
      tagFor((query) => send(query, scope)),
      {
        async savepoint<R>(work: (sql: TransactionSql) => R | Promise<R>): Promise<R> {
          const name = `s${savepoints++}`;
          await runIn(scope, `savepoint ${name}`);
          const inner: Scope = { outer: scope, failure: undefined, isOver: false };
          const value = await runScope(inner, `rollback to ${name}`, work);
          inner.isOver = true;
          return value;
        },
      },
    );
  }

  function runIn(scope: Scope, text: string): Promise<Result> {
    if (isOver(scope)) throw new TransactionOver();
    return session.run(script(text));
  }

  function send(query: Query, scope: Scope): void {
    // The transaction reports the error, also when the statement itself is not awaited.
    query.catch(() => undefined);
    if (isOver(scope)) {
      query.reject(new TransactionOver());
      return;
    }
    query.sendTo(session, {
      onFailed: (error) => {
        scope.failure ??= { error };
      },
    });
  }
}

class TransactionOver extends Error {
  constructor() {
    super("the transaction is over");
    this.name = "TransactionOver";
  }
}

function isOver(scope: Scope | undefined): boolean {
  return scope !== undefined && (scope.isOver || isOver(scope.outer));
}

export function script(text: string): Command {
  return { text, values: [], types: undefined, how: "script" };
}

function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25P02";
}
