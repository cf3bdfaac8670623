import type { Duplex } from "node:stream";
import { LRUCache } from "lru-cache";
import pg from "pg";
import type { Command, Result } from "./command.ts";
import { type Prepared, Statement } from "./statement.ts";
import type { TransactionSettings } from "./transaction-settings.ts";
import type { Parsers } from "./types.ts";

/** The connection closed; every statement in progress on it fails. */
export class ConnectionLost extends Error {
  readonly code = "CONNECTION_CLOSED";

  constructor(cause?: unknown) {
    super("the connection to PostgreSQL was closed", { cause });
    this.name = "ConnectionLost";
  }
}

/** Maximum prepared statements of one connection: each takes memory of PostgreSQL. */
const maxPrepared = 500;

/** The client's internals that this module uses. */
interface Connection {
  /** Text of the statements that PostgreSQL confirmed as parsed, by name. */
  readonly parsedStatements: Record<string, string>;
  readonly stream: Duplex;
  close(message: { type: "S"; name: string }): void;
}

/**
 * One connection. PostgreSQL answers statements in order; a statement is sent without waiting for the answer
 * before it.
 */
export class Session {
  readonly client: pg.Client;
  readonly #parsers: Parsers;
  /** By text and types. */
  readonly #prepared = new LRUCache<string, Prepared>({
    max: maxPrepared,
    dispose: ({ name }, _, reason) => {
      if (reason === "evict") this.#evicted.push(name);
    },
  });
  /** Names of evicted statements that PostgreSQL still has. */
  #evicted: string[] = [];
  #names = 0;
  #isCorked = false;
  #isLost = false;
  /** Settings of each transaction, where a pooler serves them from different connections of PostgreSQL. */
  readonly #perTransaction: TransactionSettings | undefined;

  /**
   * @param onLost called once, when the connection ends for any reason
   * @param perTransaction behind a pooler in transaction mode; statements have no names there
   */
  constructor(
    config: pg.ClientConfig,
    parsers: Parsers,
    onLost: (session: Session) => void,
    perTransaction?: TransactionSettings,
  ) {
    this.#perTransaction = perTransaction;
    this.client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig);
    this.#parsers = parsers;
    // Each statement in progress reports the error itself.
    this.client.on("error", () => {
      this.#isLost = true;
    });
    this.client.once("end", () => {
      this.#isLost = true;
      onLost(this);
    });
  }

  /** False while a transaction is open, from the status that PostgreSQL reports after each statement. */
  get isIdle(): boolean {
    const { client } = this as unknown as { client: { getTransactionStatus(): string | null } };
    return client.getTransactionStatus() === "I";
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether a statement outside of a transaction would run without the connection's settings. */
  get needsTransaction(): boolean {
    return this.#perTransaction !== undefined;
  }

  /**
   * The start of a transaction with the connection's settings.
   * @param mode e.g. `read only`; empty: the connection's default
   */
  begin(mode: string): Command {
    const text = this.#perTransaction?.begin(mode) ?? `begin ${mode}`;
    return { text, values: [], types: undefined, how: "script" };
  }

  /** @throws DatabaseError, a system error, or ConnectionLost for an error without a code */
  async open(): Promise<this> {
    try {
      await this.client.connect();
      return this;
    } catch (error) {
      throw hasCode(error) ? error : new ConnectionLost(error);
    }
  }

  /** @param mayRepeat whether to retry a statement once when its prepared form is outdated */
  run(command: Command, mayRepeat = false): Promise<Result> {
    return new Promise((resolve, reject) => this.send(command, resolve, reject, mayRepeat));
  }

  send(
    command: Command,
    resolve: (result: Result) => void,
    reject: (reason: unknown) => void,
    mayRepeat: boolean,
  ): void {
    if (this.#isLost) {
      reject(new ConnectionLost());
      return;
    }
    const statement = new Statement(command, this.#prepare(command), this.#parsers, {
      resolve,
      reject: (error) => {
        const isOutdated = this.#forget(command, statement, error);
        if (isOutdated && mayRepeat) this.send(command, resolve, reject, false);
        else reject(this.#meaningOf(error));
      },
    });
    this.#cork();
    // Only before a statement that ends with a Sync message of its own.
    if (command.how !== "script") this.#closeEvicted();
    this.client.query(statement as never);
  }

  /** Closes the connection after the statements in progress, or at once. */
  async close(how: "gently" | "now"): Promise<void> {
    if (how === "now") this.#connection.stream.destroy();
    else await this.client.end();
  }

  get #connection(): Connection {
    return (this.client as unknown as { connection: Connection }).connection;
  }

  /** Writes all statements of one event-loop step with one system call at the step's end (docs/why/database.md). */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = this.#connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  #prepare(command: Command): Prepared | undefined {
    if (command.how !== "prepared" || this.#perTransaction) return undefined;
    const key = keyOf(command);
    const known = this.#prepared.get(key);
    if (known) return known;
    const prepared: Prepared = { name: `s${this.#names++}`, isSent: false };
    this.#prepared.set(key, prepared);
    return prepared;
  }

  #closeEvicted(): void {
    if (this.#evicted.length === 0) return;
    for (const name of this.#evicted) {
      this.#connection.close({ type: "S", name });
      delete this.#connection.parsedStatements[name];
    }
    this.#evicted = [];
  }

  /**
   * Discards a failed prepared statement.
   * @returns whether only its prepared form is no longer valid
   */
  #forget(command: Command, statement: Statement, error: unknown): boolean {
    const { prepared } = statement;
    if (!prepared) return false;
    const isOutdated = isOutdatedPlan(error);
    const isParsed = this.#connection.parsedStatements[prepared.name] !== undefined;
    if (isOutdated || !isParsed) {
      const key = keyOf(command);
      if (this.#prepared.get(key) === prepared) this.#prepared.delete(key);
    }
    return isOutdated;
  }

  /** Distinguishes the end of the connection from an error of PostgreSQL. */
  #meaningOf(error: unknown): unknown {
    if (error instanceof pg.DatabaseError) {
      if (error.severity === "FATAL" || error.severity === "PANIC") this.#isLost = true;
      return error;
    }
    const { stream } = this.#connection;
    if (!stream.destroyed && stream.writable) return error;
    this.#isLost = true;
    return hasCode(error) ? error : new ConnectionLost(error);
  }
}

function hasCode(error: unknown): boolean {
  return (error as { code?: unknown }).code !== undefined;
}

function keyOf({ text, types }: Command): string {
  return types ? `${types.join()} ${text}` : text;
}

/** A table was altered, or a connection pooler discarded the statement. */
function isOutdatedPlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.routine === "RevalidateCachedQuery" || error.routine === "FetchPreparedStatement";
}
