import type { Duplex } from "node:stream";
import { LRUCache } from "lru-cache";
import pg from "pg";
import type { Command, Result } from "./command.ts";
import { type Prepared, Statement } from "./statement.ts";
import type { Parsers } from "./types.ts";

/** The connection closed, and whatever was under way on it. */
export class ConnectionLost extends Error {
  readonly code = "CONNECTION_CLOSED";

  constructor(cause?: unknown) {
    super("the connection to PostgreSQL was closed", { cause });
    this.name = "ConnectionLost";
  }
}

/** Statements that one connection keeps prepared: each takes memory of PostgreSQL. */
const maxPrepared = 500;

/** What of the client's connection is used besides its statements. */
interface Connection {
  /** By name, what PostgreSQL said it has parsed. */
  readonly parsedStatements: Record<string, string>;
  readonly stream: Duplex;
  close(message: { type: "S"; name: string }): void;
}

/** One connection. What is sent to it is answered in order; nothing waits for the answer before it to be sent. */
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
  /** Names that PostgreSQL still knows. */
  #evicted: string[] = [];
  #names = 0;
  #isCorked = false;
  #isLost = false;

  /** @param onLost called once, when the connection has ended for whatever reason */
  constructor(config: pg.ClientConfig, parsers: Parsers, onLost: (session: Session) => void) {
    this.client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig);
    this.#parsers = parsers;
    // Each statement under way is told by itself.
    this.client.on("error", () => {
      this.#isLost = true;
    });
    this.client.once("end", () => {
      this.#isLost = true;
      onLost(this);
    });
  }

  /** False while a transaction is open, by PostgreSQL's own word after each statement. */
  get isIdle(): boolean {
    const { client } = this as unknown as { client: { getTransactionStatus(): string | null } };
    return client.getTransactionStatus() === "I";
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** @throws DatabaseError, an error of the system, or ConnectionLost for everything that has no code of its own */
  async open(): Promise<this> {
    try {
      await this.client.connect();
      return this;
    } catch (error) {
      throw hasCode(error) ? error : new ConnectionLost(error);
    }
  }

  /** @param mayRepeat whether a statement whose prepared form is outdated is sent once more by itself */
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
    // Only before a statement that ends with a message of its own to synchronise.
    if (command.how !== "script") this.#closeEvicted();
    this.client.query(statement as never);
  }

  /** Closes it after what is under way, or at once. */
  async close(how: "gently" | "now"): Promise<void> {
    if (how === "now") this.#connection.stream.destroy();
    else await this.client.end();
  }

  get #connection(): Connection {
    return (this.client as unknown as { connection: Connection }).connection;
  }

  /** What one step of the program sends leaves with one call of the system, at the step's end (decision 0070). */
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
    if (command.how !== "prepared") return undefined;
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

  /** @returns whether the statement failed only because its prepared form is no longer valid */
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

  /** Tells the end of the connection from an answer of PostgreSQL. */
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

/** A table was altered since, or whoever stands between threw the statement away. */
function isOutdatedPlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.routine === "RevalidateCachedQuery" || error.routine === "FetchPreparedStatement";
}
