import { RestError } from "../errors.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { type Fragment, identifier, sql, word } from "./fragment.ts";

/** Type names with their own SQL spelling, which quoting would break. */
const spelled = new Set([
  "bigint",
  "bit",
  "boolean",
  "char",
  "character",
  "character varying",
  "dec",
  "decimal",
  "double precision",
  "float",
  "int",
  "integer",
  "interval",
  "national character",
  "nchar",
  "numeric",
  "real",
  "smallint",
  "time",
  "time with time zone",
  "time without time zone",
  "timestamp",
  "timestamp with time zone",
  "timestamp without time zone",
  "varchar",
]);

/** Types that a request may name: those of its schema, of the search path after it, and of PostgreSQL. */
export interface Types {
  readonly cache: SchemaCache;
  readonly path: readonly string[];
}

/** @throws RestError 42704 for an unknown type: only names of the catalogue reach SQL */
export function castSql(types: Types, value: Fragment, type: string | undefined): Fragment {
  return type === undefined ? value : sql`CAST(${value} AS ${typeSql(types, type)})`;
}

function typeSql({ cache, path }: Types, type: string): Fragment {
  const name = type.toLowerCase().replace(/ +/g, " ");
  if (spelled.has(name)) return word(name);
  for (const schema of ["pg_catalog", ...path]) {
    if (cache.types.has(`${schema}\0${name}`)) {
      return sql`${identifier(schema)}.${identifier(name)}`;
    }
  }
  throw new RestError(400, "42704", `type "${name}" does not exist`);
}
