import type { Filter, LogicTree } from "../query/query-types.ts";
import type { Column, Table } from "../schema/schema-cache.ts";
import { bodySql, type JsonRows } from "./body-sql.ts";
import { filterSql, logicSql } from "./filter-sql.ts";
import { empty, type Fragment, identifier, joined, qualified, sql, word } from "./fragment.ts";

/** A change of a table; its returned rows become `pgrst_source`. */
export interface Mutation {
  readonly table: Table;
  /** Columns of the answer, `*` for all; empty when they are not needed. */
  readonly returning: readonly string[];
}

export interface Conflict {
  readonly columns: readonly string[];
  readonly resolution: "merge-duplicates" | "ignore-duplicates";
}

export interface Insert extends Mutation {
  readonly columns: readonly Column[];
  readonly body: JsonRows;
  readonly withDefaults: boolean;
  readonly conflict: Conflict | undefined;
  /** Inserts only rows that meet these conditions: PUT names its row twice. */
  readonly only: readonly LogicTree[];
}

export interface Update extends Mutation {
  readonly columns: readonly Column[];
  readonly body: JsonRows;
  readonly withDefaults: boolean;
  readonly where: readonly LogicTree[];
}

export interface Delete extends Mutation {
  readonly where: readonly LogicTree[];
}

/** Counts an upsert's inserted rows: each row adds one, each existing one subtracts it again. */
export const insertedSetting = "pgrst.inserted";

function count(change: "+ 1" | "- 1"): Fragment {
  return sql`set_config('${word(insertedSetting)}', (coalesce(nullif(current_setting('${word(insertedSetting)}', true), '')::int, 0) ${word(change)})::text, true) IS NOT NULL`;
}

export function insertSql(insert: Insert): Fragment {
  const { table, columns, conflict, only } = insert;
  const merges = conflict?.resolution === "merge-duplicates" && conflict.columns.length > 0;
  const names = columns.map(({ name }) => identifier(name));
  const values = names.map((name) => sql`rest_body.${name}`);
  const body = { reference: word("rest_body"), table };
  const conditions = [
    ...(merges ? [count("+ 1")] : []),
    ...only.map((tree) => logicSql<Filter>(tree, (filter) => filterSql(body, filter))),
  ];
  const target = names.length === 0 ? empty : sql` (${joined(names, ", ")})`;
  return sql`INSERT INTO ${qualified(table)}${target} SELECT ${joined(values, ", ")} FROM ${bodySql(
    insert.body,
    columns,
    { withDefaults: insert.withDefaults },
  )}${whereSql(conditions)}${conflictSql(insert, names)}${returningSql(insert)}`;
}

function conflictSql({ conflict }: Insert, names: readonly Fragment[]): Fragment {
  if (!conflict || conflict.columns.length === 0) return empty;
  const target = joined(conflict.columns.map(identifier), ", ");
  if (conflict.resolution === "ignore-duplicates" || names.length === 0) {
    return sql` ON CONFLICT (${target}) DO NOTHING`;
  }
  const sets = names.map((name) => sql`${name} = EXCLUDED.${name}`);
  return sql` ON CONFLICT (${target}) DO UPDATE SET ${joined(sets, ", ")} WHERE ${count("- 1")}`;
}

export function updateSql(update: Update): Fragment {
  const { table, columns } = update;
  if (columns.length === 0) {
    // SET needs a column: change nothing, and return a result of the right shape.
    const shown = update.returning.length === 0 ? sql`NULL` : returned(table, update.returning);
    return sql`SELECT ${shown} FROM ${qualified(table)} WHERE false`;
  }
  const sets = columns.map(({ name }) => sql`${identifier(name)} = rest_body.${identifier(name)}`);
  return sql`UPDATE ${qualified(table)} SET ${joined(sets, ", ")} FROM ${bodySql(
    update.body,
    columns,
    { withDefaults: update.withDefaults },
  )}${whereTable(table, update.where)}${returningSql(update)}`;
}

export function deleteSql(remove: Delete): Fragment {
  return sql`DELETE FROM ${qualified(remove.table)}${whereTable(remove.table, remove.where)}${returningSql(remove)}`;
}

function whereTable(table: Table, where: readonly LogicTree[]): Fragment {
  const place = { reference: qualified(table), table };
  return whereSql(
    where.map((tree) => logicSql<Filter>(tree, (filter) => filterSql(place, filter))),
  );
}

function whereSql(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? empty : sql` WHERE ${joined(conditions, " AND ")}`;
}

function returningSql({ table, returning }: Mutation): Fragment {
  return sql` RETURNING ${returning.length === 0 ? sql`1` : returned(table, returning)}`;
}

function returned(table: Table, columns: readonly string[]): Fragment {
  return joined(
    columns.map((name) =>
      name === "*" ? sql`${qualified(table)}.*` : sql`${qualified(table)}.${identifier(name)}`,
    ),
    ", ",
  );
}
