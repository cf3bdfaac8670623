import type { PoolSql, TransactionSql } from "#db/driver.server.ts";
import type { Table } from "./tables.ts";

/** Rows for each insert statement. */
const batch = 200;

/**
 * Replaces the rows of all tables with those of the source, in PostgreSQL's lossless text format. Disables triggers during the
 * copy, and drops foreign keys and adds them again, which validates them. Requires only the rights of the owner.
 * @param from a transaction of the source, in repeatable read
 * @param to a transaction of the target
 */
export async function copyRows(
  from: TransactionSql,
  to: TransactionSql,
  tables: readonly Table[],
): Promise<void> {
  for (const sql of [from, to]) await sql`set local timezone = 'UTC'`;
  const names = tables.map(({ name }) => name);
  const restore = [...(await disableTriggers(to, names)), ...(await dropForeignKeys(to, names))];
  await to.unsafe(`truncate ${names.join(", ")}`);
  for (const table of tables) await copyTable(from, to, table);
  for (const line of restore) await to.unsafe(line);
  await copySequences(from, to);
}

async function copyTable(
  from: TransactionSql,
  to: TransactionSql,
  { name, columns }: Table,
): Promise<void> {
  const values = columns
    .split(", ")
    .map((column) => `(r).${column}`)
    .join(", ");
  await from.unsafe(`declare moved no scroll cursor for select t::text as row from ${name} t`);
  for (;;) {
    const rows = await from.unsafe<{ row: string }[]>(`fetch ${batch} from moved`);
    if (rows.length === 0) break;
    await to.unsafe(
      `insert into ${name} (${columns}) overriding system value
      select ${values} from (select x::${name} as r from unnest($1::text[]) x offset 0) rows`,
      [rows.map(({ row }) => row)],
    );
  }
  await from.unsafe("close moved");
}

/** @returns the statements that bring them back */
async function disableTriggers(sql: TransactionSql, names: readonly string[]): Promise<string[]> {
  const triggers = await sql<{ table: string; name: string; mode: string }[]>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name,
      case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as mode
    from pg_trigger
    where not tgisinternal and tgenabled <> 'D' and tgrelid::regclass::text = any (${[...names]})`;
  for (const { table, name } of triggers) {
    await sql.unsafe(`alter table ${table} disable trigger ${name}`);
  }
  return triggers.map(({ table, name, mode }) => `alter table ${table} ${mode} trigger ${name}`);
}

/** @returns the statements that bring them back */
async function dropForeignKeys(sql: TransactionSql, names: readonly string[]): Promise<string[]> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any (${[...names]})`;
  for (const { table, name } of keys) {
    await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  }
  return keys.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
}

async function copySequences(from: TransactionSql, to: TransactionSql): Promise<void> {
  const sequences = await from<{ name: string; last: string }[]>`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
    from pg_sequences where last_value is not null`;
  for (const { name, last } of sequences)
    await to`select setval(${name}::regclass, ${last}::bigint)`;
}

/** Updates the planner's statistics of the filled tables. */
export async function analyze(sql: PoolSql): Promise<void> {
  await sql.unsafe("analyze");
}
