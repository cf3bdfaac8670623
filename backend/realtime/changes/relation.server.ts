import type { Caller, Sql, SqlFragment } from "#db/client.server.ts";

interface Column {
  readonly name: string;
  /** The client's name of the type, e.g. `int8`, `_text`. */
  readonly type: string;
  readonly isKey: boolean;
  readonly readers: readonly Caller["dbRole"][];
}

/** A table whose changes are published. Names come from PostgreSQL's catalogue. */
export interface Relation {
  readonly oid: string;
  readonly schema: string;
  readonly table: string;
  /** Whether policies restrict its rows. */
  readonly hasPolicies: boolean;
  readonly columns: readonly Column[];
}

interface RelationRow {
  oid: string;
  schema: string;
  table: string;
  has_policies: boolean;
  columns: { name: string; type: string; is_key: boolean; readers: Caller["dbRole"][] }[];
}

/** Read again for every batch of changes, so that a new policy or a revoked grant takes effect at once. */
export async function readRelation(sql: Sql, oid: string): Promise<Relation | undefined> {
  const rows = await select(sql, sql`c.oid = ${oid}::text::oid`);
  return rows[0];
}

/** The table of that name, when it is published. */
export async function findPublished(
  sql: Sql,
  schema: string,
  table: string,
): Promise<Relation | undefined> {
  const rows = await select(
    sql,
    sql`n.nspname = ${schema} and c.relname = ${table} and exists (
      select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'realtime_changes')`,
  );
  return rows[0];
}

async function select(sql: Sql, condition: SqlFragment): Promise<Relation[]> {
  const rows = await sql<RelationRow[]>`
    select c.oid::text as oid, n.nspname as schema, c.relname as table, c.relrowsecurity as has_policies,
      (select jsonb_agg(jsonb_build_object(
          'name', a.attname,
          'type', t.typname,
          'is_key', exists (
            select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)),
          'readers', (
            select coalesce(jsonb_agg(r.rolname), '[]') from pg_roles r
            where r.rolname in ('anon', 'authenticated', 'service_role')
              and has_schema_privilege(r.oid, n.oid, 'usage')
              and has_column_privilege(r.oid, c.oid, a.attnum, 'select'))) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and ${condition}`;
  return rows.map((row) => ({
    oid: row.oid,
    schema: row.schema,
    table: row.table,
    hasPolicies: row.has_policies,
    columns: (row.columns ?? []).map((column) => ({
      name: column.name,
      type: column.type,
      isKey: column.is_key,
      readers: column.readers,
    })),
  }));
}

/** The requested columns that a role may read. */
export function columnsFor(
  relation: Relation,
  role: Caller["dbRole"],
  wished?: readonly string[],
): readonly Column[] {
  return relation.columns.filter(
    ({ name, readers }) => readers.includes(role) && (wished?.includes(name) ?? true),
  );
}

/** Installs the change triggers of newly published tables; cheap when there are none. */
export async function installChanges(sql: Sql): Promise<void> {
  const [behind] = await sql`
    select from pg_publication_tables p where p.pubname = 'supabase_realtime' and not exists (
      select from pg_trigger t where t.tgrelid = format('%I.%I', p.schemaname, p.tablename)::regclass
        and t.tgname = 'realtime_changes')
    union all
    select from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'realtime_changes' and t.tgparentid = 0 and not exists (
      select from pg_publication_tables p
      where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname)
    limit 1`;
  if (behind) await sql`select realtime.install_changes()`;
}
