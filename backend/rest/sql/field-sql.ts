import { missingColumn } from "../errors.ts";
import type { Field, JsonStep } from "../query/query-types.ts";
import type { Table } from "../schema/schema-cache.ts";
import { bound, empty, type Fragment, identifier, sql, word } from "./fragment.ts";

/** Where columns are looked up. */
export interface Place {
  /** How SQL names the rows, e.g. `"public"."orders"`. */
  readonly reference: Fragment;
  readonly table: Table | undefined;
}

/** What PostgreSQL notes about each row of a table, and lets everybody read who may read one column of it. */
const systemColumns = new Set(["xmin", "xmax", "cmin", "cmax", "ctid", "tableoid"]);

/**
 * System columns are unknown columns; a view may have a column of its own with such a name.
 * @throws RestError 42703, in PostgreSQL's words
 */
export function refuseSystemColumn(table: Table | undefined, name: string, owner: string): void {
  if (systemColumns.has(name) && !table?.columns.has(name)) throw missingColumn(owner, name);
}

/**
 * A column, or what a path into it leads to. A name that is no column is left to PostgreSQL to judge.
 * @throws RestError 42703 for system columns
 */
export function fieldSql(place: Place, { name, path }: Field): Fragment {
  if (name === "*" && path.length === 0) return sql`${place.reference}.*`;
  refuseSystemColumn(place.table, name, nameOf(place));
  const column = sql`${place.reference}.${identifier(name)}`;
  if (path.length === 0) return column;
  const type = place.table?.columns.get(name)?.nominalType;
  // Left as it is where it is JSON already, so that an index on the expression is used.
  const json = type === "json" || type === "jsonb" ? column : sql`to_jsonb(${column})`;
  return sql`${json}${jsonPathSql(path)}`;
}

/** How PostgreSQL's messages call the rows: without their schema. */
function nameOf({ reference, table }: Place): string {
  return table?.name ?? reference.join("").replace(/^.*\."|"/gs, "");
}

function jsonPathSql(path: readonly JsonStep[]): Fragment {
  return path.flatMap(({ arrow, kind, value }) =>
    kind === "index" ? sql`${word(arrow)}${bound(value)}::int` : sql`${word(arrow)}${bound(value)}`,
  );
}

/** What the result is called when no alias is given: the last key of the path, not an index. */
export function outputName({ name, path }: Field): string {
  return path.findLast(({ kind }) => kind === "key")?.value ?? name;
}

const searchable = new Set([
  "text",
  "character varying",
  "character",
  "name",
  "json",
  "jsonb",
  "extensions.citext",
]);

/** What full text search looks into: a tsvector as it is, text and JSON turned into one. */
export function searchedSql(place: Place, field: Field, language: string | undefined): Fragment {
  const value = fieldSql(place, field);
  const type = place.table?.columns.get(field.name)?.nominalType;
  if (type === undefined || (field.path.length === 0 && !searchable.has(type))) return value;
  return sql`to_tsvector(${languageSql(language)}${value})`;
}

export function languageSql(language: string | undefined): Fragment {
  return language === undefined ? empty : sql`${bound(language)}, `;
}
