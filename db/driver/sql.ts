import type { PoolCounts } from "./pool.ts";
import { type Handler, Helper, Identifier, Query } from "./query.ts";
import { JsonParameter } from "./types.ts";

/** What JSON can hold. Dates become their ISO text, as with `JSON.stringify`. */
export type Json =
  | null
  | string
  | number
  | boolean
  | Date
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** A statement's rows, and the number of rows that it read or wrote. */
export type Rows<T extends readonly unknown[]> = T & { readonly count: number };

/** A statement that is sent when it is awaited; until then also a piece of a larger statement. */
export interface Pending<T extends readonly unknown[]> extends Promise<Rows<T>> {
  /** Sends the statement now. */
  execute(): this;
}

// biome-ignore lint/suspicious/noExplicitAny: rows that a caller does not describe have no known columns
type Row = Record<string, any>;

/** An argument of a template: a value to bind, a list for a PostgreSQL array, or a piece of SQL. */
export type Argument =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | JsonParameter
  | Identifier
  | Helper
  | Pending<readonly unknown[]>
  | readonly Argument[];

/** A tagged template. Values are bound, never spliced. */
export interface Tag {
  <T extends readonly (object | undefined)[] = Row[]>(
    template: TemplateStringsArray,
    ...args: readonly Argument[]
  ): Pending<T>;
  /** A quoted name of a table or column, with a dot between schema and table. */
  (name: string): Identifier;
  /** After `insert into t`: a row or rows. After `set`: columns and values. After `in`: a list. */
  (of: object | readonly unknown[]): Helper;
  /** A value for `json` or `jsonb`, serialised with `JSON.stringify`. */
  json(value: Json | object): JsonParameter;
  /**
   * SQL built by the program. With values it is one statement, parsed each time; without, it may be several.
   */
  unsafe<T extends readonly (object | undefined)[] = Row[]>(
    text: string,
    values?: readonly unknown[],
  ): Pending<T>;
}

/** Statements of one transaction. */
export interface TransactionSql extends Tag {
  /** Runs work that may fail on its own: its writes are rolled back and the transaction continues. */
  savepoint<T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<T>;
}

/** A pool of connections for statements and transactions. */
export interface PoolSql extends Tag {
  begin<T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<T>;
  /** @param mode e.g. `read only` */
  begin<T>(mode: string, work: (sql: TransactionSql) => T | Promise<T>): Promise<T>;
  /**
   * Listens to a channel over a separate connection, which is reopened when it is lost.
   * @param onListen called on the first connection and after each reconnection: messages may have been missed
   * before it
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onListen?: () => void,
  ): Promise<{ unlisten: () => Promise<void> }>;
  counts(): PoolCounts;
  /** Waits for statements in progress, at most `timeout` seconds, and closes every connection. */
  end(options?: { timeout?: number }): Promise<void>;
}

export function tagFor(handler: Handler): Tag {
  const tag = (first: unknown, ...args: readonly unknown[]) => {
    if (Array.isArray(first) && "raw" in first) {
      return new Query(first as readonly string[], args, handler, "prepared");
    }
    return typeof first === "string" ? new Identifier(first) : new Helper(first as object);
  };
  const unsafe = (text: string, values: readonly unknown[] = []) =>
    values.length === 0
      ? new Query([text], [], handler, "script")
      : new Query([text], values, handler, "once");
  return Object.assign(tag, {
    json: (value: Json | object) => new JsonParameter(value),
    unsafe,
  }) as unknown as Tag;
}
