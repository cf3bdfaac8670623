import type postgres from "postgres";
import { callerConnections } from "./client.server.ts";
import { openPostgres } from "./driver.server.ts";
import type { SingleConnections } from "./single-connections.server.ts";

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
const maxPrepared = 400;
const maxSeen = 2000;
const evictAfter = 3_600_000;

let prepared = new Set<string>();
let seen = new Set<string>();
let since = performance.now();

/** Clients choose the shapes, and each kept one takes memory in every connection: so only some, and the second time. */
function isWorthPreparing(text: string): boolean {
  if (performance.now() - since > evictAfter) {
    prepared = new Set();
    seen = new Set();
    since = performance.now();
  }
  if (prepared.has(text)) return true;
  if (prepared.size < maxPrepared && seen.has(text)) {
    prepared.add(text);
    seen.delete(text);
    return true;
  }
  if (seen.size >= maxSeen) seen = new Set();
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
  const connections = callerConnections();
  const connection = await connections.borrow();
  const transaction = new Transaction(connections, connection);
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
  private readonly connections: SingleConnections;
  private readonly connection: postgres.Sql;
  private readonly generation: number;
  private readonly sent: Promise<unknown>[] = [];
  private isOpen = true;
  private isLost = false;

  constructor(connections: SingleConnections, connection: postgres.Sql) {
    this.connections = connections;
    this.connection = connection;
    this.generation = connections.generationOf(connection);
  }

  send<T extends object>({ text, values }: Statement): Promise<T[]> {
    // What came after the end would not run as the caller.
    if (!this.isOpen) throw new Error("the transaction has ended");
    if (this.isCut()) throw new ConnectionCut();
    // `once` is known to db/driver.server.ts only.
    const options = { prepare: isWorthPreparing(text), once: true };
    const query = this.connection.unsafe<T[]>(
      text,
      values.map((value) => this.connection.typed(value as string, unknownType)),
      options,
    );
    return this.watch(query.execute()) as unknown as Promise<T[]>;
  }

  run(text: string): Promise<unknown> {
    return this.watch(this.connection.unsafe(text).execute());
  }

  /** @throws ConnectionCut when the server knows nothing of the transaction any more, so that nothing was kept */
  async end(how: "commit" | "rollback"): Promise<void> {
    this.isOpen = false;
    if (!this.isCut()) await this.run(how);
    if (this.isCut()) throw new ConnectionCut();
  }

  /** Waits for everything that was sent, and gives the connection back when it is of further use. */
  async close(): Promise<void> {
    await Promise.allSettled(this.sent);
    if (this.isCut()) this.lose();
    else if (!this.isLost) this.connections.detachBuffer(this.connection);
  }

  private isCut(): boolean {
    return this.connections.generationOf(this.connection) !== this.generation;
  }

  private lose(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.connections.discard(this.connection);
  }

  /** Whoever sent it waits for it later; until then a failure must not count as unhandled. */
  private watch<T extends Promise<unknown>>(query: T): T {
    this.sent.push(query);
    query.catch((error: unknown) => {
      if (!isRefusal(error)) this.lose();
    });
    return query;
  }
}

/** The connection closed between two statements, and the transaction with it. Code as the driver's own. */
class ConnectionCut extends Error {
  readonly code = "CONNECTION_CLOSED";

  constructor() {
    super("the connection was closed during a transaction");
  }
}

/** PostgreSQL said no, and listens on; anything else is the end of the connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof openPostgres.PostgresError && error.severity !== "FATAL";
}
