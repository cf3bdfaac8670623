import { AppError } from "#base/errors.ts";
import {
  DatabaseError,
  type Json,
  openPool,
  openPostgres,
  type Pending,
  type Pool,
  type PoolCounts,
  type PoolSql,
  type PostgresOptions,
  type TransactionSql,
} from "./driver.server.ts";
import { currentSharedRead } from "./shared-read.server.ts";

export type BuiltInRole = "anon" | "authenticated" | "service_role";

declare const checked: unique symbol;
/** A role of the merchant's own that `findCustomRole` (backend/gateway) has accepted. */
export type CustomRole = string & { readonly [checked]: true };

/**
 * The identity of a transaction: a database role, and the claims that row-level security reads through
 * `auth.uid()` and `auth.jwt()`. Same shape as the claims of an access token.
 */
export interface Caller {
  readonly dbRole: BuiltInRole | CustomRole;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A tagged template bound to one transaction, or to a pool. Values are only ever bound, never spliced. */
export type Sql = PoolSql | TransactionSql;
export type { Json };
/** A piece of SQL with its values, to be put into a larger statement. */
export type SqlFragment = Pending<readonly (object | undefined)[]>;

interface Pools {
  /** Read-only connections with the rights of an anonymous visitor: one round trip a query. */
  readonly visitor: PoolSql;
  /** Connections with the rights of the shop itself; `asCaller` narrows them for one transaction. */
  readonly shop: PoolSql;
  /**
   * For transactions that are sent whole. Outside of a transaction these connections have a visitor's
   * read-only rights, so that a late statement has no privileges.
   */
  readonly callers: Pool;
  /** As `shop`, for writes that must succeed while every `shop` connection is blocked. */
  readonly apart: PoolSql;
  /** Listens to channels of PostgreSQL. */
  readonly listener: PoolSql;
  /** Past a pooler, for what needs a connection of its own. */
  readonly directUrl: string;
}

// The server's build and the program around it are separate module graphs in one process. Both need the same
// pools, so globalThis stores them.
const poolsKey = Symbol.for("etalase.pools");
const registry = globalThis as unknown as Record<symbol, Pools | undefined>;

function pools(): Pools {
  const current = registry[poolsKey];
  if (!current) throw new AppError("database_not_connected", 500);
  currentSharedRead()?.noteQuery();
  return current;
}

export interface ConnectOptions {
  /** Connections of each pool. */
  readonly max?: number;
  /** Set when `url` is a pooler's that works per transaction: the address of PostgreSQL itself. */
  readonly directUrl?: string | undefined;
}

/** Maximum connections of each pool. */
export const poolSize = 10;

/** Opens the pools of this process. @param url a PostgreSQL address of a login that may become all roles */
export function connect(url: string, options: ConnectOptions = {}): void {
  const shared: PostgresOptions = {
    max: options.max ?? poolSize,
    idle_timeout: 60,
    connect_timeout: 10,
    // Whole rupiah and piece counts are bigint in the database. They stay below 2^53 by constraint.
    bigints: "number",
    isPooled: options.directUrl !== undefined,
  };
  const search_path = "public, extensions";
  const shop = {
    application_name: "etalase",
    role: "service_role",
    // Planning a cart's price takes longer than its execution, and the plan is the same for every cart.
    plan_cache_mode: "force_generic_plan",
    search_path,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  };
  const visitor = {
    role: "anon",
    search_path,
    default_transaction_read_only: true,
    statement_timeout: 5_000,
  };
  registry[poolsKey] = {
    directUrl: options.directUrl ?? url,
    listener: openPostgres(options.directUrl ?? url, {
      max: 1,
      connect_timeout: 10,
      connection: { application_name: "etalase listener" },
    }),
    visitor: openPostgres(url, {
      ...shared,
      connection: { application_name: "etalase visitor", ...visitor },
    }),
    shop: openPostgres(url, { ...shared, connection: shop }),
    apart: openPostgres(url, { ...shared, max: 1, connection: shop }),
    callers: openPool(url, {
      ...shared,
      json: "text",
      wait_timeout: 10,
      connection: {
        application_name: "etalase caller",
        ...visitor,
        idle_in_transaction_session_timeout: 30_000,
      },
    }),
  };
}

/** Waits for running queries, then closes every connection. */
export async function disconnect(): Promise<void> {
  const current = registry[poolsKey];
  if (!current) return;
  registry[poolsKey] = undefined;
  await Promise.all([
    current.visitor.end({ timeout: 5 }),
    current.shop.end({ timeout: 5 }),
    current.apart.end({ timeout: 5 }),
    current.listener.end({ timeout: 5 }),
    current.callers.end(5_000),
  ]);
}

/** The connection pools of this process by name; empty before the process is connected. */
export function poolCounts(): Readonly<Record<string, PoolCounts>> {
  const current = registry[poolsKey];
  if (!current) return {};
  const { visitor, shop, callers } = current;
  return { visitor: visitor.counts(), shop: shop.counts(), callers: callers.counts() };
}

/** The address of PostgreSQL itself, for the job queue and for realtime, whose connections keep their state. */
export function directDatabaseUrl(): string {
  return pools().directUrl;
}

/** Connections of `db/listen.server.ts`. */
export function listenerConnections(): PoolSql {
  return pools().listener;
}

/** Connections for `db/prepared.server.ts`. */
export function callerConnections(): Pool {
  return pools().callers;
}

/** Reads as an anonymous visitor. Row-level security applies; writing is impossible. */
export function asVisitor(): Sql {
  return pools().visitor;
}

/** One statement with the rights of the shop itself. Use `inTransaction` for more than one. */
export function asShop(): Sql {
  return pools().shop;
}

/**
 * As `asShop`, over a separate connection: for the few short statements that must succeed while every other
 * connection is in use. Such a statement must not wait for a lock.
 */
export function asShopApart(): Sql {
  return pools().apart;
}

/** Statements that open transactions send together with their commit. */
const endings = new WeakMap<Sql, SqlFragment[]>();

/** Ends a transaction without its changes and carries the value that the transaction returns. */
class Rollback<T> extends Error {
  readonly value: T;

  constructor(value: T) {
    super("rolled back on purpose");
    this.value = value;
  }
}

/** Undoes the transaction, which returns the value. */
export type RollbackWith<T> = (value: T) => never;

/**
 * One transaction with the rights of the shop itself. Runs again after a deadlock or a serialization failure.
 * @param work its second argument undoes everything and returns a value, also from functions that `work` calls
 */
export function inTransaction<T>(
  work: (sql: Sql, rollbackWith: RollbackWith<T>) => Promise<T>,
): Promise<T> {
  let undone: Rollback<T> | undefined;
  const rollbackWith = (value: T): never => {
    undone = new Rollback(value);
    throw undone;
  };
  return commit((sql) => work(sql, rollbackWith)).catch((error: unknown) => {
    if (undone !== undefined && error === undone) return undone.value;
    throw error;
  });
}

function commit<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return withRetries(async () => {
    let last: Promise<unknown> | undefined;
    const result = await pools().shop.begin(async (sql) => {
      const ending: SqlFragment[] = [];
      endings.set(sql, ending);
      const value = await work(sql);
      // Do not await the statements, so that the commit follows at once; PostgreSQL rolls back when one of them
      // fails.
      last = Promise.all(ending.map((query) => query.execute()));
      last.catch(() => undefined);
      return value;
    });
    await last;
    return result as T;
  });
}

/**
 * Postpones statements to the end of `inTransaction`, which sends them with the commit. Their locks then
 * block other transactions for no round trip (docs/why/orders.md). In a savepoint or elsewhere they are sent at
 * once.
 */
export async function withCommit(sql: Sql, queries: readonly SqlFragment[]): Promise<void> {
  const ending = endings.get(sql);
  if (ending) ending.push(...queries);
  else await Promise.all(queries);
}

/**
 * One transaction with the caller's role and claims; row-level security applies.
 * @param mode "read only" for reads, which also forbids writing
 */
export function asCaller<T>(
  caller: Caller,
  work: (sql: Sql) => Promise<T>,
  mode: "read write" | "read only" = "read write",
): Promise<T> {
  const claims = JSON.stringify({ role: caller.dbRole, ...caller.claims });
  return withRetries(
    () =>
      pools().shop.begin(mode, async (sql) => {
        // Sent together with the first query of `work`, so it costs no extra round trip.
        const prelude = sql`
          select set_config('role', ${caller.dbRole}, true),
                 set_config('request.jwt.claims', ${claims}, true)`.execute();
        prelude.catch(() => undefined);
        const result = await work(sql);
        await prelude;
        return result;
      }) as Promise<T>,
  );
}

/**
 * Runs work that may fail on its own: its writes are rolled back and the transaction continues.
 * @throws the error of `work`, after the rollback
 */
export function inSavepoint<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  if (!("savepoint" in sql)) throw new AppError("not_in_transaction", 500);
  return sql.savepoint((inner) => work(inner)) as Promise<T>;
}

/** SQLSTATEs of a serialization failure and of a deadlock: the same transaction may succeed the next time. */
export const passingStates: readonly string[] = ["40001", "40P01"];
const attempts = 4;

/**
 * Runs a transaction again after an error that passes, up to three times. The work must not call the outside world.
 * @param states SQLSTATEs of errors that pass
 */
export async function withRetries<T>(
  run: () => Promise<T>,
  states: readonly string[] = passingStates,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isRetryable = states.includes(sqlState(error) ?? "");
      if (!isRetryable || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * attempt + Math.random() * 20));
    }
  }
}

/** The five-character SQLSTATE of a PostgreSQL error; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/**
 * The constraint that a PostgreSQL error names. Constraints have the name of the error code that they cause.
 */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.constraint : undefined;
}

/** What a trigger adds to its refusal, e.g. by how much a limit was exceeded. */
export function refusalDetail(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.detail : undefined;
}
