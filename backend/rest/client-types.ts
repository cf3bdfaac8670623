import {
  type Column,
  isReachable,
  isSame,
  keyOf,
  mayUse,
  type Name,
  type Relationship,
  type Routine,
  type SchemaCache,
  type Table,
} from "./schema/schema-cache.ts";

/**
 * TypeScript types of the exposed schemas as `createClient<Database>()` of supabase-js takes them, with the columns and
 * functions that one role may use: reading a column, inserting and changing it are separate rights.
 * @param schemas exposed schemas, the default one first
 */
export function clientTypes(cache: SchemaCache, schemas: readonly string[], role: string): string {
  const parts = schemas.map((schema) => `  ${schema}: ${schemaType(cache, schema, role)};`);
  return `// What the role ${role} may use of the REST API. Written by \`npm run types\`, never by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
${parts.join("\n")}
};
`;
}

function schemaType(cache: SchemaCache, schema: string, role: string): string {
  const tables = [...cache.tables.values()]
    .filter((table) => table.schema === schema && isReachable(table, role))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const relationships = (table: Table) =>
    (cache.relationships.get(keyOf(table)) ?? []).flatMap((link) => relationshipType(link, schema));
  const typeOf = (table: Table) => tableType(table, role, relationships(table));
  const functions = [...cache.routines.values()]
    .flat()
    .filter((routine) => routine.schema === schema && routine.executableBy.has(role))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return `{
    Tables: ${block(tables.filter(({ isView }) => !isView).map((table) => [table.name, typeOf(table)]))};
    Views: ${block(tables.filter(({ isView }) => isView).map((table) => [table.name, typeOf(table)]))};
    Functions: ${block(firstOfName(functions).map((routine) => [routine.name, functionType(routine, cache)]))};
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  }`;
}

function block(entries: readonly (readonly [name: string, type: string])[]): string {
  if (entries.length === 0) return "{ [_ in never]: never }";
  return `{\n${entries.map(([name, type]) => `      ${propertyName(name)}: ${type};`).join("\n")}\n    }`;
}

function tableType(table: Table, role: string, relationships: readonly string[]): string {
  const columns = [...table.columns.values()];
  const readable = columns.filter((column) => mayUse(column, role, "select"));
  const insertable = columns.filter((column) => mayUse(column, role, "insert"));
  const updatable = columns.filter((column) => mayUse(column, role, "update"));
  return `{
        Row: ${fields(readable, () => false)};
        Insert: ${fields(insertable, ({ nullable, default: value }) => nullable || value !== null)};
        Update: ${fields(updatable, () => true)};
        Relationships: [${relationships.join(", ")}];
      }`;
}

function fields(columns: readonly Column[], isOptional: (column: Column) => boolean): string {
  if (columns.length === 0) return "{ [_ in never]: never }";
  const lines = columns.map((column) => {
    const type = column.nullable ? `${columnType(column)} | null` : columnType(column);
    return `          ${propertyName(column.name)}${isOptional(column) ? "?" : ""}: ${type};`;
  });
  return `{\n${lines.join("\n")}\n        }`;
}

function columnType(column: Column): string {
  if (column.labels.length === 0) return typeScriptOf(column.nominalType);
  const union = column.labels.map((label) => JSON.stringify(label)).join(" | ");
  return column.nominalType.endsWith("[]") ? `(${union})[]` : union;
}

function relationshipType({ link, foreignTable }: Relationship, schema: string): string[] {
  if (link.kind !== "many-to-one" && link.kind !== "one-to-one") return [];
  if (foreignTable.schema !== schema) return [];
  const own = link.columns.map(([column]) => JSON.stringify(column)).join(", ");
  const other = link.columns.map(([, column]) => JSON.stringify(column)).join(", ");
  return [
    `{
          foreignKeyName: ${JSON.stringify(link.constraint)};
          columns: [${own}];
          isOneToOne: ${link.kind === "one-to-one"};
          referencedRelation: ${JSON.stringify(foreignTable.name)};
          referencedColumns: [${other}];
        }`,
  ];
}

/** The client's types have one entry a name; of overloads the one with most parameters describes most calls. */
function firstOfName(routines: readonly Routine[]): Routine[] {
  const groups = Map.groupBy(routines, ({ name }) => name);
  return [...groups.values()].flatMap((group) =>
    group.toSorted((a, b) => b.parameters.length - a.parameters.length).slice(0, 1),
  );
}

function functionType(routine: Routine, cache: SchemaCache): string {
  const args = routine.parameters.map(
    ({ name, type, required }) =>
      `${propertyName(name)}${required ? "" : "?"}: ${typeScriptOf(type)}`,
  );
  const returned = returnType(routine, cache);
  return `{
        Args: ${args.length === 0 ? "never" : `{ ${args.join("; ")} }`};
        Returns: ${routine.returnsSet ? `(${returned})[]` : returned};
      }`;
}

function returnType({ returns, returnType: name }: Routine, cache: SchemaCache): string {
  if (returns === "void") return "undefined";
  const table = tableNamed(name, cache);
  if (table) {
    const kind = table.isView ? "Views" : "Tables";
    return `Database[${JSON.stringify(table.schema)}]["${kind}"][${JSON.stringify(table.name)}]["Row"]`;
  }
  return returns === "composite" ? "Record<string, Json>" : typeScriptOf(name.name);
}

function tableNamed(name: Name, cache: SchemaCache): Table | undefined {
  return [...cache.tables.values()].find((table) => isSame(table, name));
}

/** By PostgreSQL's name of a type, in the long and in the short form; the API sends every other type as text. */
const typeScript: Readonly<Record<string, string>> = {
  boolean: "boolean",
  bool: "boolean",
  smallint: "number",
  int2: "number",
  integer: "number",
  int4: "number",
  bigint: "number",
  int8: "number",
  real: "number",
  float4: "number",
  "double precision": "number",
  float8: "number",
  numeric: "number",
  json: "Json",
  jsonb: "Json",
};

function typeScriptOf(type: string): string {
  const element = type.endsWith("[]") ? type.slice(0, -2) : undefined;
  return element === undefined ? (typeScript[type] ?? "string") : `${typeScriptOf(element)}[]`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
