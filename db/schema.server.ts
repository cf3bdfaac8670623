import { openPostgres } from "./driver.server.ts";

/**
 * The schema of a migrated database as text, read from its catalogues (the embedded PostgreSQL has no
 * pg_dump). The text is independent of the PostgreSQL version and of the owner's name, so that it can be
 * compared.
 */
export interface Schema {
  /** The content of `db/schema.sql`. */
  readonly sql: string;
  /** The content of `db/types.ts`. */
  readonly types: string;
}

const schemas = ["public", "private", "auth", "storage", "realtime", "catalogue"];
const people = ["anon", "authenticated", "service_role"];

interface Table {
  oid: number;
  schema: string;
  name: string;
  kind: "r" | "v";
  unlogged: boolean;
  secured: boolean;
  options: string[] | null;
  view: string | null;
}

interface Column {
  table: number;
  name: string;
  type: string;
  /** Name in pg_type; of the elements for an array. */
  base: string;
  array: boolean;
  needed: boolean;
  expression: string | null;
  generated: boolean;
  identity: "" | "a" | "d";
}

/** A line that belongs to a table. */
interface Part {
  table: number;
  text: string;
}

/**
 * PostgreSQL before 16 names the table, or the inner query, before each column of a view that reads only one; later versions
 * do not.
 */
function viewText(definition: string): string {
  if (definition.includes("JOIN")) return definition;
  const froms = [...definition.matchAll(/\bFROM \w+\.(\w+)/g)];
  const [, inner] = /^ {3}FROM \( SELECT [\s\S]*?\) (\w+)$/m.exec(definition) ?? [];
  const only = inner ?? (froms.length === 1 ? froms[0]?.[1] : undefined);
  return only === undefined ? definition : definition.replaceAll(`${only}.`, "");
}

type Parts = ReadonlyMap<number, readonly string[]>;

export async function readSchema(url: string): Promise<Schema> {
  const sql = openPostgres(url, { max: 1 });
  try {
    return await sql.begin("read only", async (tx) => {
      // With an empty search path every name is printed with its schema.
      await tx`set local search_path = ''`;
      const tables = await tx<Table[]>`
        select c.oid::int as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
          c.relpersistence = 'u' as unlogged, c.relrowsecurity as secured,
          c.reloptions as options, case c.relkind when 'v' then pg_get_viewdef(c.oid) end as view
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = any(${schemas}) and c.relkind in ('r', 'v')
        order by array_position(${schemas}::text[], n.nspname::text), c.relname collate "C"`;
      const oids = tables.map((table) => table.oid);
      const columns = await tx<Column[]>`
        select a.attrelid::int as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
          coalesce(e.typname, t.typname) as base, e.oid is not null as array, a.attnotnull as needed,
          pg_get_expr(d.adbin, d.adrelid) as expression, a.attgenerated <> '' as generated,
          a.attidentity as identity
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = any(${oids}::oid[]) and a.attnum > 0 and not a.attisdropped
        order by a.attrelid, a.attnum`;
      // Not-null constraints have rows of their own since version 18; the columns already state them.
      const constraints = await tx<Part[]>`
        select conrelid::int as table, format('constraint %I %s', conname, pg_get_constraintdef(oid)) as text
        from pg_constraint where conrelid = any(${oids}::oid[]) and contype in ('p', 'u', 'c', 'f', 'x')
        order by array_position('{p,u,c,f,x}'::text[], contype::text), conname collate "C"`;
      const indexes = await tx<Part[]>`
        select i.indrelid::int as table, pg_get_indexdef(i.indexrelid) || ';' as text
        from pg_index i where i.indrelid = any(${oids}::oid[])
          and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
        order by i.indexrelid::regclass::text collate "C"`;
      const triggers = await tx<Part[]>`
        select tgrelid::int as table, pg_get_triggerdef(oid) || ';' as text
        from pg_trigger where tgrelid = any(${oids}::oid[]) and not tgisinternal order by tgname collate "C"`;
      const policies = await tx<Part[]>`
        select p.polrelid::int as table, format('create policy %I on %s as %s for %s to %s%s%s;',
          p.polname, p.polrelid::regclass, case when p.polpermissive then 'permissive' else 'restrictive' end,
          case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
            when 'd' then 'delete' else 'all' end,
          (select string_agg(coalesce(r.rolname::text, 'public'), ', ' order by r.rolname collate "C")
           from unnest(p.polroles) as named (oid) left join pg_roles r on r.oid = named.oid),
          coalesce(E'\\n  using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ''),
          coalesce(E'\\n  with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')) as text
        from pg_policy p join pg_class c on c.oid = p.polrelid
        where p.polrelid = any(${oids}::oid[]) order by p.polname collate "C"`;
      const grants = await tx<Part[]>`
        select c.oid::int as table, format('grant %s on %s to %s;',
          string_agg(lower(a.privilege_type), ', '
            order by array_position('{SELECT,INSERT,UPDATE,DELETE}'::text[], a.privilege_type)),
          c.oid::regclass, r.rolname) as text
        from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
        where c.oid = any(${oids}::oid[]) and r.rolname = any(${people})
        group by c.oid, r.rolname order by r.rolname collate "C"`;
      const columnGrants = await tx<Part[]>`
        select t.attrelid::int as table, format('grant %s (%s) on %s to %s;', lower(a.privilege_type),
          string_agg(quote_ident(t.attname), ', ' order by t.attnum), t.attrelid::regclass, r.rolname) as text
        from pg_attribute t, aclexplode(t.attacl) a join pg_roles r on r.oid = a.grantee
        where t.attrelid = any(${oids}::oid[]) and r.rolname = any(${people}) and not t.attisdropped
        group by t.attrelid, r.rolname, a.privilege_type
        order by r.rolname collate "C", a.privilege_type collate "C"`;
      const functions = await tx<{ text: string; callers: string | null }[]>`
        select rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as text, (
          select string_agg(caller, ', ' order by caller collate "C") from (
            select coalesce(r.rolname::text, 'public') as caller
            from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
            left join pg_roles r on r.oid = a.grantee
            where a.grantee = 0 or r.rolname = any(${people})
          ) callers
        ) as callers
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = any(${schemas}) and p.prokind = 'f'
        order by array_position(${schemas}::text[], n.nspname::text), p.oid::regprocedure::text collate "C"`;
      const columnsOf = grouped(columns);
      const parts = [indexes, triggers, policies, grants, columnGrants].map((list) =>
        texts(grouped(list)),
      );
      return {
        sql: printSchema(tables, columnsOf, texts(grouped(constraints)), parts, functions),
        types: printTypes(tables, columnsOf),
      };
    });
  } finally {
    await sql.end();
  }
}

function grouped<T extends { table: number }>(rows: readonly T[]): ReadonlyMap<number, T[]> {
  return Map.groupBy(rows, (row) => row.table);
}

function texts(groups: ReadonlyMap<number, readonly Part[]>): Parts {
  return new Map([...groups].map(([table, rows]) => [table, rows.map((row) => row.text)]));
}

function printSchema(
  tables: readonly Table[],
  columns: ReadonlyMap<number, readonly Column[]>,
  constraints: Parts,
  parts: readonly Parts[],
  functions: readonly { text: string; callers: string | null }[],
): string {
  const blocks = [
    "-- The whole schema after the last migration of db/migrations. Written by `node db/generate-schema.ts`, never by hand.",
  ];
  for (const table of tables) {
    const name = `${table.schema}.${table.name}`;
    const lines = [
      table.kind === "v"
        ? `create view ${name}${table.options ? ` with (${table.options.join(", ")})` : ""} as\n${viewText(table.view ?? "")}`
        : printTable(table, name, columns.get(table.oid) ?? [], constraints.get(table.oid) ?? []),
    ];
    if (table.secured) lines.push(`alter table ${name} enable row level security;`);
    for (const part of parts) lines.push(...(part.get(table.oid) ?? []));
    blocks.push(lines.join("\n"));
  }
  for (const { text, callers } of functions) {
    blocks.push(`${text}\n-- callable by: ${callers ?? "its owner"}`);
  }
  return `${blocks.join("\n\n")}\n`;
}

function printTable(
  table: Table,
  name: string,
  columns: readonly Column[],
  constraints: readonly string[],
): string {
  const lines = [...columns.map(printColumn), ...constraints].map((line) => `  ${line}`);
  return `create ${table.unlogged ? "unlogged " : ""}table ${name} (\n${lines.join(",\n")}\n);`;
}

function printColumn(column: Column): string {
  const parts = [`${column.name} ${column.type}`];
  if (column.identity) {
    parts.push(`generated ${column.identity === "a" ? "always" : "by default"} as identity`);
  } else if (column.generated) parts.push(`generated always as (${column.expression}) stored`);
  else if (column.expression !== null) parts.push(`default ${column.expression}`);
  if (column.needed) parts.push("not null");
  return parts.join(" ");
}

/** The TypeScript type that the driver, as db/client.server.ts opens it, reads. */
const typeScript: Readonly<Record<string, string>> = {
  bool: "boolean",
  int2: "number",
  int4: "number",
  int8: "number",
  float8: "number",
  date: "Date",
  timestamptz: "Date",
  json: "unknown",
  jsonb: "unknown",
};

function printTypes(
  tables: readonly Table[],
  columns: ReadonlyMap<number, readonly Column[]>,
): string {
  const open = tables.filter((table) => table.schema === "public");
  const rowName = (table: Table) =>
    `${table.name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Row`;
  const rows = open.map((table) => {
    const fields = (columns.get(table.oid) ?? []).map((column) => {
      const element = typeScript[column.base] ?? "string";
      const type = column.array ? `${element}[]` : element;
      const isNullable = !column.needed && type !== "unknown";
      return `  ${column.name}: ${type}${isNullable ? " | null" : ""};`;
    });
    return `export interface ${rowName(table)} {\n${fields.join("\n")}\n}\n`;
  });
  const map = open.map((table) => `  ${table.name}: ${rowName(table)};`);
  return [
    "// The rows of schema public as the driver gives them. Written by `node db/generate-schema.ts`, never by hand.\n",
    ...rows,
    `export interface Tables {\n${map.join("\n")}\n}\n`,
  ].join("\n");
}
