import type pg from "pg";
import type { Result } from "./command.ts";
import { Listener } from "./listener.ts";
import { Pool } from "./pool.ts";
import type { Query } from "./query.ts";
import { Session } from "./session.ts";
import { type PoolSql, type TransactionSql, tagFor } from "./sql.ts";
import { runTransaction, script } from "./transaction.ts";
import { type Settings, TransactionSettings } from "./transaction-settings.ts";
import { Parsers } from "./types.ts";

export interface PostgresOptions {
  /** Maximum connections. */
  readonly max?: number;
  /** Seconds after which an unused connection closes; without it, connections stay open. */
  readonly idle_timeout?: number;
  /** Seconds that opening a connection may take. */
  readonly connect_timeout?: number;
  /** Seconds that a statement waits for a free connection. */
  readonly wait_timeout?: number;
  /** Settings of each connection, e.g. `role`, as PostgreSQL names them. */
  readonly connection?: Settings;
  /**
   * The address is a pooler's that works per transaction, e.g. PgBouncer: the settings hold for each transaction, and
   * statements have no names. Such a pool cannot listen.
   */
  readonly isPooled?: boolean;
  /** Reads bigint as a number: safe where values stay below 2^53. Otherwise bigint is text. */
  readonly bigints?: "number" | "text";
  /** `text`: JSON stays text, for results that are passed on with every digit. Otherwise it is parsed. */
  readonly json?: "value" | "text";
}

type Work<T> = (sql: TransactionSql) => T | Promise<T>;

/**
 * A pool of PostgreSQL connections, opened on demand.
 * @param url the host may also be the folder of a socket:
 * `postgres://name:password@%2Fvar%2Flib%2Fpostgres:5432/db`
 */
export function openPostgres(url: string, options: PostgresOptions = {}): PoolSql {
  const connect = connector(url, options);
  const pool = poolOf(connect, options);
  const listener = new Listener(connect);
  const tag = tagFor((query) => runAlone(query, pool));
  async function begin<T>(first: string | Work<T>, second?: Work<T>): Promise<T> {
    const [mode, work] = typeof first === "string" ? [first, second as Work<T>] : ["", first];
    const session = await pool.borrow();
    try {
      return await runTransaction(session, mode, work);
    } finally {
      pool.release(session);
    }
  }
  return Object.assign(tag, {
    begin,
    counts: () => pool.counts(),
    listen: (...args: Parameters<Listener["listen"]>) => {
      if (options.isPooled) throw new Error("a pooler per transaction cannot listen");
      return listener.listen(...args);
    },
    end: async ({ timeout }: { timeout?: number } = {}) => {
      const timeoutMs = timeout === undefined ? undefined : timeout * 1000;
      await Promise.all([pool.end(timeoutMs), listener.end()]);
    },
  });
}

/** A pool whose borrower has a connection to itself. */
export function openPool(url: string, options: PostgresOptions): Pool {
  return poolOf(connector(url, options), options);
}

type Connect = (onLost: (session: Session) => void) => Promise<Session>;

function poolOf(open: Connect, options: PostgresOptions): Pool {
  const { max = 10, idle_timeout, wait_timeout = 30 } = options;
  return new Pool({
    max,
    idleMs: idle_timeout === undefined ? undefined : idle_timeout * 1000,
    waitMs: wait_timeout * 1000,
    open,
  });
}

/** One statement outside of a transaction. */
function runAlone(query: Query, pool: Pool): void {
  const send = (session: Session) =>
    query.sendTo(session, {
      mayRepeat: true,
      onSettled: () => pool.release(session),
      ...(session.needsTransaction ? { around: (put) => inTransaction(session, put) } : {}),
    });
  const free = pool.take();
  if (free) send(free);
  else pool.borrow().then(send, query.reject);
}

/** A transaction of one statement, sent at once. */
async function inTransaction(
  session: Session,
  send: (settle: PromiseWithResolvers<Result>) => void,
): Promise<Result> {
  const begun = session.run(session.begin(""));
  const settle = Promise.withResolvers<Result>();
  send(settle);
  // The first error is the reason of the later ones.
  const answers = await Promise.allSettled([begun, settle.promise, session.run(script("commit"))]);
  for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
  return settle.promise;
}

function connector(url: string, options: PostgresOptions): Connect {
  const parsers = new Parsers(options.bigints === "number", options.json === "text");
  const { connection = {}, isPooled = false } = options;
  const perTransaction = isPooled ? new TransactionSettings(connection) : undefined;
  const config = configOf(url, options);
  return (onLost) => new Session(config, parsers, onLost, perTransaction).open();
}

function configOf(url: string, options: PostgresOptions): pg.ClientConfig {
  const { connect_timeout = 30, connection = {}, isPooled = false } = options;
  const address = new URL(url);
  const given = address.searchParams.get("options");
  address.searchParams.delete("options");
  const settings = Object.entries(connection).map(
    ([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, "\\$&")}`,
  );
  const { application_name } = connection;
  return {
    connectionString: address.href,
    ...(isPooled
      ? { application_name: String(application_name ?? "etalase") }
      : { options: [...(given ? [given] : []), ...settings].join(" ") }),
    connectionTimeoutMillis: connect_timeout * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  };
}
