import { asSeed } from "#tests/support/runner/connections.ts";

/** Every application table that contains one of these texts in any column. */
export async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const sql = asSeed();
  const found: string[] = [];
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'auth', 'private', 'storage', 'realtime')
      and has_table_privilege(c.oid, 'select')`;
  for (const { name } of tables) {
    for (const text of texts) {
      const [row] = await sql.unsafe(
        `select count(*)::int as rows from ${name} t where t::text like $1`,
        [`%${text}%`],
      );
      if (row?.rows > 0) found.push(`${name}: ${text}`);
    }
  }
  return found;
}
