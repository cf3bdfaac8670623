import type { Column } from "../schema/schema-cache.ts";
import {
  bound,
  constant,
  empty,
  type Fragment,
  identifier,
  joined,
  sql,
  word,
} from "./fragment.ts";

/** The rows of a JSON body, as the client sent it. */
export interface JsonRows {
  /** Text of one JSON object, or of an array of objects. */
  readonly json: string;
  readonly isObject: boolean;
}

/** A key of the body, and its SQL type. */
export type BodyColumn = Pick<Column, "name" | "type"> & { readonly default?: string | null };

/**
 * `rest_payload …, LATERAL (…) rest_body` for a FROM clause: one row of typed columns for each object.
 * @param withDefaults missing keys get the column's default instead of null
 */
export function bodySql(
  body: JsonRows,
  columns: readonly BodyColumn[],
  options: { withDefaults?: boolean; onlyFirst?: boolean } = {},
): Fragment {
  const defaults = options.withDefaults ? defaultsSql(columns) : undefined;
  const isBinary = defaults !== undefined;
  const payload = sql`(SELECT ${bound(body.json)}::${word(isBinary ? "jsonb" : "json")} AS value) rest_payload`;
  const completed = !defaults
    ? empty
    : body.isObject
      ? sql`, LATERAL (SELECT ${defaults} || rest_payload.value AS value) rest_complete`
      : sql`, LATERAL (SELECT coalesce(jsonb_agg(${defaults} || item), '[]') AS value FROM jsonb_array_elements(rest_payload.value) item) rest_complete`;
  const source = word(isBinary ? "rest_complete.value" : "rest_payload.value");
  return sql`${payload}${completed}, LATERAL (${rowsSql(body, columns, source, isBinary)}${word(options.onlyFirst ? " LIMIT 1" : "")}) rest_body`;
}

function rowsSql(
  { isObject }: JsonRows,
  columns: readonly BodyColumn[],
  source: Fragment,
  isBinary: boolean,
): Fragment {
  const prefix = isBinary ? "jsonb" : "json";
  if (columns.length === 0) {
    return isObject
      ? sql`SELECT FROM (VALUES (1)) rest_row`
      : sql`SELECT FROM ${word(prefix)}_array_elements(${source}) rest_row`;
  }
  const names = joined(
    columns.map(({ name }) => identifier(name)),
    ", ",
  );
  const typed = joined(
    columns.map(({ name, type }) => sql`${identifier(name)} ${word(type)}`),
    ", ",
  );
  const reader = word(`${prefix}_to_record${isObject ? "" : "set"}`);
  return sql`SELECT ${names} FROM ${reader}(${source}) AS rest_row(${typed})`;
}

function defaultsSql(columns: readonly BodyColumn[]): Fragment | undefined {
  const pairs = columns.flatMap(({ name, default: value }) =>
    value ? [sql`${constant(name)}, ${word(value)}`] : [],
  );
  return pairs.length === 0 ? undefined : sql`jsonb_build_object(${joined(pairs, ", ")})`;
}
