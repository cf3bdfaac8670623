import type { Sql } from "#db/client.server.ts";

/*
 * Queries on PostgreSQL's catalogues. All run with an empty search path, so that PostgreSQL prints qualified
 * names only.
 */

export interface TableRow {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly is_view: boolean;
  readonly is_partition: boolean;
  readonly updatable: number;
  readonly description: string | null;
  /** `role:siud`, the letters of the role's privileges. */
  readonly privileges: readonly string[];
}

/**
 * Every relation outside the system's schemas: views and junctions may lead through schemas that are not
 * exposed.
 */
export function readTables(sql: Sql, roles: readonly string[]): Promise<TableRow[]> {
  return sql<TableRow[]>`
    select c.oid::bigint as oid, n.nspname as schema, c.relname as name,
      c.relkind in ('v', 'm') as is_view, c.relispartition as is_partition,
      case when c.relkind in ('r', 'p') then 28 else pg_relation_is_updatable(c.oid, true) end
        as updatable,
      obj_description(c.oid, 'pg_class') as description,
      array(
        select r.rolname || ':'
          || case when has_any_column_privilege(r.oid, c.oid, 'select') then 's' else '' end
          || case when has_any_column_privilege(r.oid, c.oid, 'insert') then 'i' else '' end
          || case when has_any_column_privilege(r.oid, c.oid, 'update') then 'u' else '' end
          || case when has_table_privilege(r.oid, c.oid, 'delete') then 'd' else '' end
        from pg_roles r where r.rolname = any(${roles as string[]})) as privileges
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'`;
}

export interface ColumnRow {
  readonly table: number;
  readonly position: number;
  readonly name: string;
  readonly type: string;
  readonly nominal_type: string;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly max_length: number | null;
  readonly description: string | null;
  readonly labels: readonly string[];
  /** `role:siu`, the letters of the role's privileges. */
  readonly grants: readonly string[];
}

/** Includes the sequences of identity columns, so that a missing key can use the next number. */
export function readColumns(sql: Sql, roles: readonly string[]): Promise<ColumnRow[]> {
  return sql<ColumnRow[]>`
    select a.attrelid::bigint as table, a.attnum::int as position, a.attname as name,
      format_type(a.atttypid, a.atttypmod) as type, format_type(a.atttypid, null) as nominal_type,
      not (a.attnotnull or (t.typtype = 'd' and t.typnotnull)) as nullable,
      case
        when a.attidentity <> '' then (
          select format('nextval(%L::regclass)', s.objid::regclass) from pg_depend s
          where s.refclassid = 'pg_class'::regclass and s.classid = 'pg_class'::regclass
            and s.refobjid = a.attrelid and s.refobjsubid = a.attnum and s.deptype = 'i' limit 1)
        when a.attgenerated = '' then coalesce(
          pg_get_expr(d.adbin, d.adrelid),
          case when t.typtype = 'd' then pg_get_expr(t.typdefaultbin, 0) end)
      end as default,
      case when a.atttypid in (1042, 1043) and a.atttypmod > 4 then a.atttypmod - 4 end as max_length,
      col_description(a.attrelid, a.attnum) as description,
      array(select e.enumlabel::text from pg_enum e
        where e.enumtypid in (a.atttypid, t.typelem) order by e.enumsortorder) as labels,
      array(
        select r.rolname || ':'
          || case when has_column_privilege(r.oid, c.oid, a.attnum, 'select') then 's' else '' end
          || case when has_column_privilege(r.oid, c.oid, a.attnum, 'insert') then 'i' else '' end
          || case when has_column_privilege(r.oid, c.oid, a.attnum, 'update') then 'u' else '' end
        from pg_roles r where r.rolname = any(${roles as string[]})) as grants
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
    order by a.attrelid, a.attnum`;
}

export interface ConstraintRow {
  readonly name: string;
  readonly type: "p" | "u" | "f";
  readonly table: number;
  readonly columns: readonly number[];
  readonly foreign_table: number;
  readonly foreign_columns: readonly number[] | null;
}

export function readConstraints(sql: Sql): Promise<ConstraintRow[]> {
  return sql<ConstraintRow[]>`
    select conname as name, contype as type, conrelid::bigint as table, conkey::int[] as columns,
      confrelid::bigint as foreign_table, confkey::int[] as foreign_columns
    from pg_constraint
    where contype in ('p', 'u', 'f') and conrelid <> 0 and conparentid = 0`;
}

export interface ViewRow {
  readonly view: number;
  readonly rule: string;
}

export function readViews(sql: Sql): Promise<ViewRow[]> {
  return sql<ViewRow[]>`
    select c.oid::bigint as view, r.ev_action::text as rule
    from pg_rewrite r
    join pg_class c on c.oid = r.ev_class and c.relkind in ('v', 'm')
    join pg_namespace n on n.oid = c.relnamespace
    where r.rulename = '_RETURN' and n.nspname not in ('pg_catalog', 'information_schema')`;
}

export interface RoutineRow {
  readonly schema: string;
  readonly name: string;
  readonly volatility: "i" | "s" | "v";
  readonly returns_set: boolean;
  readonly rows: number;
  readonly return_schema: string;
  readonly return_name: string;
  readonly returns_composite: boolean;
  readonly names: readonly string[] | null;
  readonly modes: readonly string[] | null;
  readonly types: readonly string[];
  /** The relation whose row type the only parameter has. */
  readonly row_of: number | null;
  readonly defaults: number;
  readonly settings: readonly string[] | null;
  readonly description: string | null;
  readonly executable_by: readonly string[];
}

/** Functions of every schema: computed relationships may be in schemas that are not exposed. */
export function readRoutines(sql: Sql, roles: readonly string[]): Promise<RoutineRow[]> {
  return sql<RoutineRow[]>`
    with recursive domains (domain, base) as (
      select oid, typbasetype from pg_type where typtype = 'd'
      union all
      select d.domain, t.typbasetype from domains d join pg_type t on t.oid = d.base and t.typtype = 'd'),
    row_domains as (
      select d.domain, t.oid from domains d join pg_type t on t.oid = d.base and t.typtype = 'c')
    select n.nspname as schema, p.proname as name, p.provolatile as volatility,
      p.proretset as returns_set, p.prorows::float8 as rows,
      rn.nspname as return_schema, rt.typname as return_name,
      (rt.typtype = 'c'
        or coalesce(p.proargmodes::text[] && '{t,b,o}', false)) as returns_composite,
      p.proargnames as names, p.proargmodes::text[] as modes,
      array(select format_type(a.type, null)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, place)
        order by a.place) as types,
      (select a.typrelid::bigint from pg_type a
        where p.pronargs = 1 and a.oid = p.proargtypes[0] and a.typrelid <> 0) as row_of,
      p.pronargdefaults::int as defaults, p.proconfig as settings,
      obj_description(p.oid, 'pg_proc') as description,
      array(select r.rolname::text from pg_roles r
        where r.rolname = any(${roles as string[]})
          and has_function_privilege(r.oid, p.oid, 'execute')) as executable_by
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    left join row_domains b on b.domain = p.prorettype
    join pg_type rt on rt.oid = coalesce(b.oid, p.prorettype)
    join pg_namespace rn on rn.oid = rt.typnamespace
    where p.prokind = 'f' and rt.typname not in ('trigger', 'event_trigger', 'internal')
      and n.nspname not in ('pg_catalog', 'information_schema')
    order by n.nspname, p.proname, p.pronargs, p.oid`;
}

/**
 * Types and their arrays. Omits `regclass` and similar types, which convert an id to the name of an object: a cast would
 * reveal names of closed schemas.
 */
export function readTypes(
  sql: Sql,
  schemas: readonly string[],
): Promise<{ schema: string; name: string }[]> {
  return sql<{ schema: string; name: string }[]>`
    select n.nspname as schema, t.typname as name
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname = any(${schemas as string[]}) and t.typtype in ('b', 'd', 'e', 'r', 'm', 'c')
      and (t.typelem = 0 or t.typname in ('name', 'point', 'box', 'line', 'lseg')
        or t.oid = (select e.typarray from pg_type e where e.oid = t.typelem))
      and not (n.nspname = 'pg_catalog' and t.typname ~ '^_?reg')`;
}

/** Settings that every role may set: others would fail every request. */
export function readRoleSettings(
  sql: Sql,
  roles: readonly string[],
): Promise<{ role: string; setting: string }[]> {
  return sql<{ role: string; setting: string }[]>`
    select r.rolname as role, c.setting
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) c(setting)
    where r.rolname = any(${roles as string[]})
      and (exists (select from pg_settings g
          where g.name = split_part(c.setting, '=', 1) and g.context = 'user')
        or c.setting ~ '^[a-z_]+[.]')
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    order by s.setdatabase`;
}

export function readSchemaDescriptions(
  sql: Sql,
  schemas: readonly string[],
): Promise<{ schema: string; description: string }[]> {
  return sql<{ schema: string; description: string }[]>`
    select nspname as schema, obj_description(oid, 'pg_namespace') as description
    from pg_namespace
    where nspname = any(${schemas as string[]}) and obj_description(oid, 'pg_namespace') is not null`;
}
