/*
 * The cached database schema: the only source of identifiers in SQL, apart from column names, which are
 * quoted and left to PostgreSQL.
 */

export interface Name {
  readonly schema: string;
  readonly name: string;
}

export interface Column {
  readonly name: string;
  /** As in SQL, with its length: `character varying(20)`. */
  readonly type: string;
  /** Without its length. */
  readonly nominalType: string;
  readonly nullable: boolean;
  /** SQL of the default, qualified; null when there is none or the column is generated. */
  readonly default: string | null;
  readonly maxLength: number | null;
  readonly description: string | null;
  readonly labels: readonly string[];
  /** `role:siu`, the letters of the role's privileges. */
  readonly grants: readonly string[];
}

export type ColumnRight = "select" | "insert" | "update";

export function mayUse(column: Column, role: string, right: ColumnRight): boolean {
  const letter = right.charAt(0);
  return column.grants.some(
    (grant) => grant.startsWith(`${role}:`) && grant.includes(letter, role.length + 1),
  );
}

export interface Privileges {
  readonly select: boolean;
  readonly insert: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

export interface Table extends Name {
  readonly isView: boolean;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
  readonly primaryKey: readonly string[];
  readonly columns: ReadonlyMap<string, Column>;
  readonly description: string | null;
  /** By role. */
  readonly privileges: ReadonlyMap<string, Privileges>;
}

/** A column and its counterpart on the other side. */
export type ColumnPair = readonly [own: string, other: string];

export interface ForeignKeyLink {
  readonly kind: "many-to-one" | "one-to-many" | "one-to-one";
  readonly constraint: string;
  readonly columns: readonly ColumnPair[];
}

export interface JunctionLink {
  readonly kind: "many-to-many";
  readonly junction: Name;
  readonly constraint1: string;
  readonly constraint2: string;
  /** Column pairs of the embedding table and the junction. */
  readonly source: readonly ColumnPair[];
  /** Column pairs of the embedded table and the junction. */
  readonly target: readonly ColumnPair[];
}

export interface ComputedLink {
  readonly kind: "computed";
  readonly function: Name;
  readonly toOne: boolean;
}

export interface Relationship {
  readonly table: Name;
  readonly foreignTable: Name;
  readonly foreignIsView: boolean;
  readonly link: ForeignKeyLink | JunctionLink | ComputedLink;
}

export interface Parameter {
  /** Empty for an unnamed parameter. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine extends Name {
  readonly parameters: readonly Parameter[];
  readonly volatility: "immutable" | "stable" | "volatile";
  readonly returnsSet: boolean;
  readonly returns: "void" | "scalar" | "composite";
  /** The table or type of the returned rows, or the scalar type. */
  readonly returnType: Name;
  readonly description: string | null;
  /** `statement_timeout` of the function's own settings, which applies to the whole call. */
  readonly statementTimeout: string | undefined;
  /** Roles that may execute it. */
  readonly executableBy: ReadonlySet<string>;
}

export interface SchemaCache {
  readonly tables: ReadonlyMap<string, Table>;
  /** By the embedding table. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Overloads by name. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  /** Types that a cast may name, by schema and name. */
  readonly types: ReadonlySet<string>;
  /** `alter role … set`, by role. */
  readonly roleSettings: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly schemaDescriptions: ReadonlyMap<string, string>;
}

/** Names may contain dots, so the separator is NUL, which no name can contain. */
export function keyOf(name: Name): string {
  return `${name.schema}\0${name.name}`;
}

export function isSame(a: Name, b: Name): boolean {
  return a.schema === b.schema && a.name === b.name;
}

export function isToOne({ link }: Relationship): boolean {
  if (link.kind === "computed") return link.toOne;
  return link.kind === "many-to-one" || link.kind === "one-to-one";
}

const nothing: Privileges = { select: false, insert: false, update: false, delete: false };

export function privilegesOf(table: Table, role: string): Privileges {
  return table.privileges.get(role) ?? nothing;
}

/** Whether the role has any privilege on the table: names of other tables are never revealed. */
export function isReachable(table: Table, role: string): boolean {
  const { select, insert, update, delete: remove } = privilegesOf(table, role);
  return select || insert || update || remove;
}
