import { OperatorError } from "#base/errors.ts";
import type { PoolSql, TransactionSql } from "#db/driver.server.ts";

export interface Table {
  /** Quoted name with its schema. */
  readonly name: string;
  /** Quoted names of the columns, without generated ones. */
  readonly columns: string;
}

/** Tables whose rows the migrations create in both databases. */
const ofSchema = ["migrations", "graphile_worker.migrations"];

/** Every table of the shop and of its job queue. */
export async function listTables(sql: PoolSql | TransactionSql): Promise<readonly Table[]> {
  return sql<Table[]>`
    select c.oid::regclass::text as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^pg_|^information_schema$'
      and n.nspname <> all (${ofSchema}) and n.nspname || '.' || c.relname <> all (${ofSchema})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`;
}

/** Row count and checksum of a table. */
export interface Proof {
  readonly table: string;
  readonly rows: number;
  /** Checksum of all rows, independent of their order. */
  readonly sum: string;
}

export async function proofOf(sql: PoolSql | TransactionSql, table: string): Promise<Proof> {
  const [found] = await sql.unsafe<{ rows: number; sum: string | null }[]>(
    `select count(*)::int as rows, md5(string_agg(sum, '' order by sum collate "C")) as sum
    from (select md5(t::text) as sum from ${table} t) sums`,
  );
  return { table, rows: found?.rows ?? 0, sum: found?.sum ?? "" };
}

/** @throws OperatorError when the target is in use, or lacks a table of the source */
export async function requireEmptyTarget(target: PoolSql, wanted: readonly Table[]): Promise<void> {
  const found = await listTables(target);
  const missing = wanted.filter(
    ({ name, columns }) => !found.some((one) => one.name === name && one.columns === columns),
  );
  if (missing.length > 0) {
    throw new OperatorError(
      `The database at DATABASE_URL lacks tables of this shop: ${missing.map(({ name }) => name).join(", ")}. Create the same tables there first.`,
    );
  }
  const [used] = await target<{ is: boolean }[]>`
    select exists (select from auth.users) or exists (select from products) as is`;
  if (used?.is) {
    throw new OperatorError(
      "The database at DATABASE_URL already has a shop. Use an empty database.",
    );
  }
}
