import { asShop } from "#db/client.server.ts";
import {
  type RoutineRow,
  readColumns,
  readConstraints,
  readRoleSettings,
  readRoutines,
  readSchemaDescriptions,
  readTables,
  readTypes,
  readViews,
} from "./catalogue.server.ts";
import { Relations } from "./relations.ts";
import { relate } from "./relationships.ts";
import {
  keyOf,
  type Parameter,
  type Relationship,
  type Routine,
  type SchemaCache,
} from "./schema-cache.ts";
import { columnOrigins } from "./view-columns.ts";

/**
 * Reads the catalogues in one snapshot.
 * @param extraPath schemas whose types casts may name
 */
export async function loadSchema(
  schemas: readonly string[],
  extraPath: readonly string[],
  roles: readonly string[],
): Promise<SchemaCache> {
  const pool = asShop();
  if (!("begin" in pool)) throw new Error("reading the schema needs a pool");
  return pool.begin("isolation level repeatable read read only", async (sql) => {
    await sql`set local search_path = ''`;
    const tables = await readTables(sql, roles);
    const columns = Map.groupBy(await readColumns(sql, roles), ({ table }) => table);
    const constraints = await readConstraints(sql);
    const views = await readViews(sql);
    const routines = await readRoutines(sql, roles);
    const relations = new Relations(tables, columns, constraints);
    relations.addViews(views.map(({ view, rule }) => [view, columnOrigins(rule)] as const));
    const exposed = relations.exposed(schemas);
    return {
      tables: exposed,
      relationships: relate(
        relations.foreignKeys(),
        relations.viewColumns(),
        exposed,
        routines.flatMap((routine) => computedRelationship(routine, relations)),
      ),
      routines: Map.groupBy(
        routines
          .filter(({ schema }) => schemas.includes(schema))
          .map(routineOf)
          .filter(isCallable),
        keyOf,
      ),
      types: new Set((await readTypes(sql, [...schemas, ...extraPath, "pg_catalog"])).map(keyOf)),
      roleSettings: settingsByRole(await readRoleSettings(sql, roles)),
      schemaDescriptions: new Map(
        (await readSchemaDescriptions(sql, schemas)).map((row) => [row.schema, row.description]),
      ),
    };
  }) as Promise<SchemaCache>;
}

const bodyTypes = new Set(["json", "jsonb", "text", "xml", "bytea"]);

/** Callable by parameter names, or with the whole body as the only parameter. */
function isCallable({ parameters }: Routine): boolean {
  if (parameters.every(({ name }) => name !== "")) return true;
  return parameters.length === 1 && bodyTypes.has(parameters[0]?.type ?? "");
}

const volatilities = { i: "immutable", s: "stable", v: "volatile" } as const;

function routineOf(row: RoutineRow): Routine {
  const inputs = row.types
    .map((type, index) => ({
      name: row.names?.[index] ?? "",
      type: castable(type),
      mode: row.modes?.[index] ?? "i",
    }))
    .filter(({ mode }) => mode === "i" || mode === "b" || mode === "v");
  const parameters: Parameter[] = inputs.map(({ name, type, mode }, index) => ({
    name,
    type,
    required: index < inputs.length - row.defaults,
    variadic: mode === "v",
  }));
  const timeout = row.settings?.find((setting) => setting.startsWith("statement_timeout="));
  return {
    schema: row.schema,
    name: row.name,
    parameters,
    volatility: volatilities[row.volatility],
    returnsSet: row.returns_set,
    returns: row.return_name === "void" ? "void" : row.returns_composite ? "composite" : "scalar",
    returnType: { schema: row.return_schema, name: row.return_name },
    description: row.description,
    statementTimeout: timeout?.slice("statement_timeout=".length),
    executableBy: new Set(row.executable_by),
  };
}

/** In a cast, `character` and `bit` without a length mean a length of one. */
function castable(type: string): string {
  return type.replace(/^character(?=$|\[)/, "bpchar").replace(/^bit(?=$|\[)/, '"bit"');
}

function computedRelationship(row: RoutineRow, relations: Relations): Relationship[] {
  if (row.row_of === null || row.modes !== null) return [];
  const table = relations.nameOf(row.row_of);
  const foreign = relations.idOf(row.return_schema, row.return_name);
  const foreignTable = foreign === undefined ? undefined : relations.nameOf(foreign);
  if (!table || !foreignTable) return [];
  return [
    {
      table,
      foreignTable,
      foreignIsView: false,
      link: {
        kind: "computed",
        function: { schema: row.schema, name: row.name },
        toOne: !row.returns_set || row.rows === 1,
      },
    },
  ];
}

function settingsByRole(
  rows: readonly { role: string; setting: string }[],
): Map<string, Map<string, string>> {
  const result = new Map<string, Map<string, string>>();
  for (const { role, setting } of rows) {
    const equals = setting.indexOf("=");
    const settings = result.get(role) ?? new Map<string, string>();
    result.set(role, settings.set(setting.slice(0, equals), setting.slice(equals + 1)));
  }
  return result;
}
