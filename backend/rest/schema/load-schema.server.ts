import { asShop, type Sql } from "#db/client.server.ts";
import {
  type ColumnRow,
  type ConstraintRow,
  type RoutineRow,
  readColumns,
  readConstraints,
  readRoleSettings,
  readRoutines,
  readSchemaDescriptions,
  readTables,
  readTypes,
  readViews,
  type TableRow,
} from "./catalogue.server.ts";
import { type ForeignKey, relate, type ViewColumns } from "./relationships.ts";
import {
  type Column,
  keyOf,
  type Name,
  type Parameter,
  type Privileges,
  type Relationship,
  type Routine,
  type SchemaCache,
  type Table,
} from "./schema-cache.ts";
import { columnOrigins } from "./view-columns.ts";

/** Reads the catalogues in one snapshot. @param extraPath schemas whose types may be named in casts */
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
    const columns = Map.groupBy(await readColumns(sql), ({ table }) => table);
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
      timezones: await readTimezones(sql),
      roleSettings: settingsByRole(await readRoleSettings(sql, roles)),
      schemaDescriptions: new Map(
        (await readSchemaDescriptions(sql, schemas)).map((row) => [row.schema, row.description]),
      ),
    };
  }) as Promise<SchemaCache>;
}

let timezones: ReadonlySet<string> | undefined;

/** They belong to the server and are slow to list, so they are read once. */
async function readTimezones(sql: Sql): Promise<ReadonlySet<string>> {
  timezones ??= new Set(
    (await sql<{ name: string }[]>`select name from pg_timezone_names`).map(({ name }) => name),
  );
  return timezones;
}

type Origin = readonly [table: number, column: number];

/** Relations by their number in the catalogues. */
class Relations {
  private readonly byId: ReadonlyMap<number, TableRow>;
  private readonly columns: ReadonlyMap<number, readonly ColumnRow[]>;
  private readonly constraints: readonly ConstraintRow[];
  /** Of each view, by position. */
  private readonly origins = new Map<number, Map<number, Origin>>();

  constructor(
    tables: readonly TableRow[],
    columns: ReadonlyMap<number, readonly ColumnRow[]>,
    constraints: readonly ConstraintRow[],
  ) {
    this.byId = new Map(tables.map((table) => [table.oid, table]));
    this.columns = columns;
    this.constraints = constraints;
  }

  addViews(
    views: readonly (readonly [view: number, found: ReturnType<typeof columnOrigins>])[],
  ): void {
    for (const [view, found] of views) {
      this.origins.set(
        view,
        new Map(found.map(({ position, table, column }) => [position, [table, column]])),
      );
    }
  }

  idOf(schema: string, name: string): number | undefined {
    for (const table of this.byId.values()) {
      if (table.schema === schema && table.name === name) return table.oid;
    }
    return undefined;
  }

  nameOf(oid: number): Name | undefined {
    const table = this.byId.get(oid);
    return table && { schema: table.schema, name: table.name };
  }

  /** Through views of views down to the table; a view cannot contain itself, the limit is for broken rules. */
  private baseOf(origin: Origin): Origin {
    let current = origin;
    for (let step = 0; step < 32; step++) {
      const below = this.origins.get(current[0])?.get(current[1]);
      if (!below) return current;
      current = below;
    }
    return current;
  }

  private columnName(oid: number, position: number): string {
    return this.columns.get(oid)?.find((column) => column.position === position)?.name ?? "";
  }

  foreignKeys(): ForeignKey[] {
    const unique = new Set(
      this.constraints
        .filter(({ type }) => type !== "f")
        .map(({ table, columns }) => `${table}:${[...columns].sort().join()}`),
    );
    return this.constraints.flatMap((constraint) => {
      const table = this.nameOf(constraint.table);
      const foreignTable = this.nameOf(constraint.foreign_table);
      if (constraint.type !== "f" || !table || !foreignTable) return [];
      const columns = constraint.columns.map(
        (position, index) =>
          [
            this.columnName(constraint.table, position),
            this.columnName(constraint.foreign_table, constraint.foreign_columns?.[index] ?? 0),
          ] as const,
      );
      const isUnique = unique.has(`${constraint.table}:${[...constraint.columns].sort().join()}`);
      return [{ constraint: constraint.name, table, foreignTable, columns, isUnique }];
    });
  }

  viewColumns(): ViewColumns[] {
    const result: ViewColumns[] = [];
    for (const [view, origins] of this.origins) {
      const name = this.nameOf(view);
      if (!name) continue;
      const byTable = new Map<number, Map<string, string[]>>();
      for (const [position, origin] of origins) {
        const [table, column] = this.baseOf(origin);
        const columns = byTable.get(table) ?? new Map<string, string[]>();
        byTable.set(table, columns);
        const base = this.columnName(table, column);
        columns.set(base, [...(columns.get(base) ?? []), this.columnName(view, position)]);
      }
      for (const [table, columns] of byTable) {
        const base = this.nameOf(table);
        if (base) result.push({ view: name, table: base, columns });
      }
    }
    return result;
  }

  exposed(schemas: readonly string[]): Map<string, Table> {
    const primary = new Map(
      this.constraints
        .filter(({ type }) => type === "p")
        .map(({ table, columns }) => [
          table,
          columns.map((position) => this.columnName(table, position)),
        ]),
    );
    const views = Map.groupBy(this.viewColumns(), ({ view }) => keyOf(view));
    const result = new Map<string, Table>();
    for (const row of this.byId.values()) {
      if (!schemas.includes(row.schema) || row.is_partition) continue;
      // A view has the keys of the tables whose whole keys it shows.
      const primaryKey =
        primary.get(row.oid) ??
        (views.get(keyOf(row)) ?? []).flatMap((view) => {
          const base = primary.get(this.idOf(view.table.schema, view.table.name) ?? 0) ?? [];
          const shown = base.map((column) => view.columns.get(column)?.[0]);
          return shown.every((column) => column !== undefined) ? shown : [];
        });
      result.set(keyOf(row), tableOf(row, primaryKey, this.columns.get(row.oid) ?? []));
    }
    return result;
  }
}

function tableOf(
  row: TableRow,
  primaryKey: readonly string[],
  columns: readonly ColumnRow[],
): Table {
  return {
    schema: row.schema,
    name: row.name,
    isView: row.is_view,
    insertable: (row.updatable & 8) !== 0,
    updatable: (row.updatable & 4) !== 0,
    deletable: (row.updatable & 16) !== 0,
    primaryKey,
    description: row.description,
    columns: new Map(columns.map((column) => [column.name, columnOf(column)])),
    privileges: new Map(row.privileges.map(privilegeOf)),
  };
}

function columnOf(row: ColumnRow): Column {
  return {
    name: row.name,
    type: row.type,
    nominalType: row.nominal_type,
    nullable: row.nullable,
    default: row.default,
    maxLength: row.max_length,
    description: row.description,
    labels: row.labels,
  };
}

function privilegeOf(text: string): [string, Privileges] {
  const colon = text.lastIndexOf(":");
  const letters = text.slice(colon + 1);
  return [
    text.slice(0, colon),
    {
      select: letters.includes("s"),
      insert: letters.includes("i"),
      update: letters.includes("u"),
      delete: letters.includes("d"),
    },
  ];
}

const bodyTypes = new Set(["json", "jsonb", "text", "xml", "bytea"]);

/** By the names of its parameters, or with a whole body as the only one. */
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

/** As a cast, `character` and `bit` alone mean a length of one. */
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
