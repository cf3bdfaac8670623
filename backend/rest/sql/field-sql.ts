import { missingColumn } from "../errors.ts";
import type { Field, JsonStep } from "../query/query-types.ts";
import type { Table } from "../schema/schema-cache.ts";
import { bound, empty, type Fragment, identifier, sql, word } from "./fragment.ts";

/** The rows in which columns are looked up. */
export interface Place {
  /** The SQL reference of the rows, e.g. `"public"."orders"`. */
  readonly reference: Fragment;
  readonly table: Table | undefined;
}

/** System columns, readable for every role that may read one column of the table. */
const systemColumns = new Set(["xmin", "xmax", "cmin", "cmax", "ctid", "tableoid"]);

/**
 * Treats system columns as unknown; a view may have a column of such a name.
 * @throws RestError 42703, with PostgreSQL's message
 */
export function refuseSystemColumn(table: Table | undefined, name: string, owner: string): void {
  if (systemColumns.has(name) && !table?.columns.has(name)) throw missingColumn(owner, name);
}

/**
 * A column, or the value at a path in it. PostgreSQL judges unknown names.
 * @throws RestError 42703 for system columns
 */
export function fieldSql(place: Place, { name, path }: Field): Fragment {
  if (name === "*" && path.length === 0) return sql`${place.reference}.*`;
  refuseSystemColumn(place.table, name, nameOf(place));
  const column = sql`${place.reference}.${identifier(name)}`;
  if (path.length === 0) return column;
  const type = place.table?.columns.get(name)?.nominalType;
  // JSON needs no conversion, so that an index on the expression is used.
  const json = type === "json" || type === "jsonb" ? column : sql`to_jsonb(${column})`;
  return sql`${json}${jsonPathSql(path)}`;
}

/** The name of the rows in PostgreSQL's messages: without their schema. */
function nameOf({ reference, table }: Place): string {
  return table?.name ?? reference.join("").replace(/^.*\."|"/gs, "");
}

function jsonPathSql(path: readonly JsonStep[]): Fragment {
  return path.flatMap(({ arrow, kind, value }) =>
    kind === "index" ? sql`${word(arrow)}${bound(value)}::int` : sql`${word(arrow)}${bound(value)}`,
  );
}

/** The default name of a field in the result: the last key of its path, not an index. */
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

/** The operand of a full text search: a tsvector unchanged, text and JSON converted. */
export function searchedSql(place: Place, field: Field, language: string | undefined): Fragment {
  const value = fieldSql(place, field);
  const type = place.table?.columns.get(field.name)?.nominalType;
  if (type === undefined || (field.path.length === 0 && !searchable.has(type))) return value;
  return sql`to_tsvector(${languageSql(language)}${value})`;
}

export function languageSql(language: string | undefined): Fragment {
  return language === undefined ? empty : sql`${bound(language)}, `;
}
