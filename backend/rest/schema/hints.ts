import { nearestName } from "#base/nearest-name.ts";
import { RestError } from "../errors.ts";
import {
  isReachable,
  keyOf,
  type Name,
  type Relationship,
  type Routine,
  type SchemaCache,
} from "./schema-cache.ts";

/*
 * Errors about missing names. A hint names only what the caller's role may access, so that guessing does not
 * reveal the schema (PostgREST's issue 4675).
 */

const nameSimilarity = 0.75;
const parameterSimilarity = 0.33;

/** @returns PGRST205 */
export function tableNotFound(cache: SchemaCache, role: string, wanted: Name): RestError {
  const names = [...cache.tables.values()]
    .filter((table) => table.schema === wanted.schema && isReachable(table, role))
    .map(({ name }) => name);
  const near = nearestName(wanted.name, names, nameSimilarity);
  return new RestError(
    404,
    "PGRST205",
    `Could not find the table '${wanted.schema}.${wanted.name}' in the schema cache`,
    { hint: near ? `Perhaps you meant the table '${wanted.schema}.${near}'` : null },
  );
}

/** @returns PGRST200 */
export function noRelationship(
  cache: SchemaCache,
  role: string,
  parent: Name,
  child: string,
  hint: string | undefined,
): RestError {
  const reachable = ({ foreignTable }: Relationship) => {
    const table = cache.tables.get(keyOf(foreignTable));
    return table !== undefined && isReachable(table, role);
  };
  const children = (cache.relationships.get(keyOf(parent)) ?? [])
    .filter(reachable)
    .map(({ foreignTable }) => foreignTable.name);
  const near = children.includes(child)
    ? undefined
    : nearestName(child, children, parameterSimilarity);
  const using = hint === undefined ? "" : ` using the hint '${hint}'`;
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between '${parent.name}' and '${child}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${parent.name}' and '${child}'` +
        `${using} in the schema '${parent.schema}', but no matches were found.`,
      hint: near ? `Perhaps you meant '${near}' instead of '${child}'.` : null,
    },
  );
}

/** @returns PGRST201 */
export function ambiguousRelationship(
  parent: Name,
  child: string,
  found: readonly Relationship[],
): RestError {
  const hints = found.flatMap(({ foreignTable, link }) => {
    if (link.kind === "computed") return [];
    const by = link.kind === "many-to-many" ? link.junction.name : link.constraint;
    return [`'${foreignTable.name}!${by}'`];
  });
  return new RestError(
    300,
    "PGRST201",
    `Could not embed because more than one relationship was found for '${parent.name}' and '${child}'`,
    {
      details: found.map(describe),
      hint:
        `Try changing '${child}' to one of the following: ${hints.join(", ")}. ` +
        "Find the desired relationship in the 'details' key.",
    },
  );
}

function describe({ table, foreignTable, link }: Relationship): Record<string, string> {
  if (link.kind === "computed") return {};
  const embedding = `${table.name} with ${foreignTable.name}`;
  const list = (columns: readonly string[]) => `(${columns.join(", ")})`;
  if (link.kind === "many-to-many") {
    const { junction, constraint1, constraint2, source, target } = link;
    return {
      cardinality: link.kind,
      embedding,
      relationship:
        `${junction.name} using ${constraint1}${list(source.map(([, own]) => own))}` +
        ` and ${constraint2}${list(target.map(([, own]) => own))}`,
    };
  }
  const own = link.columns.map(([column]) => column);
  const other = link.columns.map(([, column]) => column);
  return {
    cardinality: link.kind,
    embedding,
    relationship: `${link.constraint} using ${table.name}${list(own)} and ${foreignTable.name}${list(other)}`,
  };
}

export interface SearchedRoutine extends Name {
  readonly args: readonly string[];
  /** The kind of a POST's body; undefined for GET. */
  readonly body: "json" | "csv" | "text" | "xml" | "binary" | "form" | undefined;
}

/** @returns PGRST202 */
export function routineNotFound(
  cache: SchemaCache,
  role: string,
  searched: SearchedRoutine,
): RestError {
  const { schema, name, args, body } = searched;
  const full = `${schema}.${name}`;
  const single = { text: "text", xml: "xml", binary: "bytea" } as const;
  const onlySingle = body === "text" || body === "xml" || body === "binary";
  const list = args.join(", ");
  const shown = onlySingle ? "" : args.length > 0 ? `(${list})` : " without parameters";
  const named =
    args.length > 0
      ? ` with parameter${args.length > 1 ? "s" : ""} ${list}`
      : " without parameters";
  const how = onlySingle
    ? ` with a single unnamed ${single[body]} parameter`
    : body === "json"
      ? `${named} or with a single unnamed json/jsonb parameter`
      : named;
  return new RestError(
    404,
    "PGRST202",
    `Could not find the function ${full}${shown} in the schema cache`,
    {
      details: `Searched for the function ${full}${how}, but no matches were found in the schema cache.`,
      hint: onlySingle ? null : routineHint(cache, role, searched),
    },
  );
}

function routineHint(cache: SchemaCache, role: string, searched: SearchedRoutine): string | null {
  const { schema, name, args } = searched;
  const callable = (routine: Routine) => routine.executableBy.has(role);
  const overloads = (cache.routines.get(keyOf(searched)) ?? []).filter(callable);
  const asText = (names: readonly string[]) => `(${[...names].sort().join(", ")})`;
  const prefix = `Perhaps you meant to call the function ${schema}.`;
  if (overloads.length > 0) {
    const lists = overloads.map(({ parameters }) => asText(parameters.map((item) => item.name)));
    const near = nearestName(asText(args), lists, parameterSimilarity);
    return near ? `${prefix}${name}${near}` : null;
  }
  const names = [...cache.routines.values()].flatMap((list) =>
    list.filter((item) => item.schema === schema && callable(item)).map((item) => item.name),
  );
  const near = nearestName(name, names, nameSimilarity);
  return near ? prefix + near : null;
}

/** @returns PGRST203 */
export function ambiguousRoutine(found: readonly Routine[]): RestError {
  const lists = found
    .map(({ parameters }) => parameters.map(({ name, type }) => `${name} => ${type}`).join(", "))
    .sort();
  const { schema = "", name = "" } = found[0] ?? {};
  const signatures = lists.map((parameters) => `${schema}.${name}(${parameters})`);
  return new RestError(
    300,
    "PGRST203",
    `Could not choose the best candidate function between: ${signatures.join(", ")}`,
    {
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    },
  );
}
