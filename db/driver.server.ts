/*
 * The program's PostgreSQL driver: `pg` in pipeline mode behind tagged templates (docs/why/database.md). No other
 * module imports `pg`; tests/imports.test.ts enforces it.
 */
export { DatabaseError } from "pg";
export { withLibraryPool } from "./driver/library-pool.ts";
export { openPool, openPostgres, type PostgresOptions } from "./driver/open.ts";
export type { Pool, PoolCounts } from "./driver/pool.ts";
export { commandOf } from "./driver/query.ts";
export type { Session } from "./driver/session.ts";
export type { Json, Pending, PoolSql, TransactionSql } from "./driver/sql.ts";
