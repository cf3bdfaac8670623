import type { MediaType } from "../query/media-type.ts";
import type { Routine } from "../schema/schema-cache.ts";
import { boundedItems } from "./bounded-rows.ts";
import { constant, empty, type Fragment, joined, sql, word } from "./fragment.ts";
import { insertedSetting } from "./mutate-sql.ts";

/** The single row of every statement. */
export interface AnswerRow {
  /** Number of all rows, when counted. */
  readonly total: number | null;
  /** Number of rows in this answer. */
  readonly page: number;
  readonly body: string | null;
  readonly headers: string | null;
  readonly status: string | null;
  /** `key=eq.value` of a single new row. */
  readonly location: readonly string[] | null;
  readonly inserted: number | null;
}

export interface AnswerParts {
  /** The statement that produces the rows of `rows`; undefined when `rows` reads tables. */
  readonly source: Fragment | undefined;
  readonly rows: Fragment;
  /** A query with one row for each row to count. */
  readonly count: Fragment | undefined;
  /** The format of the rows; undefined when they are only counted. */
  readonly shown: Shown | undefined;
  /** Columns of the primary key, when the answer has the Location of a new row. */
  readonly locationKeys: readonly string[] | undefined;
  readonly countsInserted: boolean;
}

export interface Shown {
  readonly type: MediaType;
  /** The function that returns the rows. */
  readonly routine: Routine | undefined;
  /** Maximum bytes of the rows as JSON. */
  readonly maxBytes: number;
}

const rowsName = word("_postgrest_t");
const item = sql`${rowsName}.rest_item`;

/** One statement whose single row is the whole answer: PostgreSQL builds the body. */
export function answerSql(parts: AnswerParts): Fragment {
  const ctes = [
    ...(parts.source ? [sql`pgrst_source AS (${parts.source})`] : []),
    ...(parts.count ? [sql`pgrst_count AS (${parts.count})`] : []),
  ];
  const total = parts.count ? sql`(SELECT count(*) FROM pgrst_count)` : sql`NULL::bigint`;
  // Count the rows themselves when they are not shown: PostgreSQL would not evaluate a function whose result is
  // unused.
  const page = parts.shown ? sql`count(*)` : sql`count(${rowsName})`;
  const body = parts.shown ? bodyExpression(parts.shown) : sql`''::text`;
  const rows = parts.shown ? shownRows(parts.rows, parts.shown) : parts.rows;
  return sql`${ctes.length > 0 ? sql`WITH ${joined(ctes, ", ")} ` : empty}SELECT ${total} AS total, ${page} AS page, ${body} AS body, ${setting("response.headers")} AS headers, ${setting("response.status")} AS status, ${locationSql(parts.locationKeys)} AS location, ${
    parts.countsInserted ? sql`${setting(insertedSetting)}::int` : sql`NULL::int`
  } AS inserted FROM (${rows}) ${rowsName}`;
}

function setting(name: string): Fragment {
  return word(`nullif(current_setting('${name}', true), '')`);
}

function locationSql(keys: readonly string[] | undefined): Fragment {
  if (!keys || keys.length === 0) return sql`NULL::text[]`;
  const list = joined(keys.map(constant), ", ");
  return sql`CASE WHEN count(*) = 1 THEN (SELECT array_agg(pair.key || '=' || coalesce('eq.' || pair.value, 'is.null')) FROM json_each_text((SELECT row_to_json(one) FROM pgrst_source AS one LIMIT 1)) AS pair WHERE pair.key IN (${list})) END`;
}

/** The rows as items of the requested format, with the limit on their bytes. */
function shownRows(rows: Fragment, { type, routine, maxBytes }: Shown): Fragment {
  const isScalar = routine !== undefined && routine.returns !== "composite";
  const own = isScalar ? sql`${rowsName}.pgrst_scalar` : rowsName;
  const json = isScalar ? sql`to_json(${own})` : sql`row_to_json(${own}.*)`;
  return isJson(type)
    ? boundedItems(rows, rowsName, json, maxBytes)
    : boundedItems(rows, rowsName, own, maxBytes, json);
}

/** Whether the body consists of the rows' JSON; the other formats need the rows themselves. */
function isJson(type: MediaType): boolean {
  if (type.kind === "plan") return isJson(type.of);
  return !["csv", "geojson", "binary", "text", "xml"].includes(type.kind);
}

/** The body in the requested format, as text. */
function bodyExpression({ type, routine }: Pick<Shown, "type" | "routine">): Fragment {
  const isSingle = routine !== undefined && !routine.returnsSet;
  switch (type.kind) {
    case "plan":
      return bodyExpression({ type: type.of, routine });
    case "object":
      return firstOf(type.strip);
    case "array-stripped":
      return isSingle ? firstOf(true) : listOf(true);
    case "csv":
      return csvOf();
    case "geojson":
      return sql`json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(${item})::json), '[]'))::text`;
    case "binary":
      return routine?.returnType.name === "bytea"
        ? sql`encode(string_agg(${item}, ''), 'base64')`
        : sql`encode(convert_to(string_agg(${item}::text, ''), 'UTF8'), 'base64')`;
    case "text":
    case "xml":
      return sql`string_agg(${item}::text, '')`;
    default:
      return isSingle ? firstOf(false) : listOf(false);
  }
}

function firstOf(strip: boolean): Fragment {
  return sql`coalesce(${stripped(sql`json_agg(${item})->0`, strip)}::text, 'null')`;
}

function listOf(strip: boolean): Fragment {
  return sql`coalesce(${stripped(sql`json_agg(${item})`, strip)}::text, '[]')`;
}

function stripped(value: Fragment, strip: boolean): Fragment {
  return strip ? sql`json_strip_nulls(${value})` : sql`(${value})`;
}

/** A header line, and each row's text form without its parentheses, which is CSV. */
function csvOf(): Fragment {
  return sql`coalesce((SELECT string_agg(key, ',') FROM json_object_keys(json_agg(${item})->0) AS key), '') || E'\\n' || coalesce(string_agg(substring(${item}::text, 2, length(${item}::text) - 2), E'\\n'), '')`;
}
