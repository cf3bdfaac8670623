import type { ColumnRow, ConstraintRow, TableRow } from "./catalogue.server.ts";
import type { ForeignKey, ViewColumns } from "./relationships.ts";
import { type Column, keyOf, type Name, type Privileges, type Table } from "./schema-cache.ts";
import type { ColumnOrigin } from "./view-columns.ts";

type Origin = readonly [table: number, column: number];

/** Relations by their number in the catalogues. */
export class Relations {
  private readonly byId: ReadonlyMap<number, TableRow>;
  private readonly columns: ReadonlyMap<number, readonly ColumnRow[]>;
  private readonly constraints: readonly ConstraintRow[];
  /** Column origins of each view, by position. */
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

  addViews(views: readonly (readonly [view: number, found: readonly ColumnOrigin[]])[]): void {
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

  /**
   * Follows views of views down to the table. A view cannot contain itself; the limit guards against broken
   * rules.
   */
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
      // A view has the keys of the tables whose complete keys it shows.
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
    grants: row.grants,
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
