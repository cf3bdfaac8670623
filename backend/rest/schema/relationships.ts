import {
  type ColumnPair,
  isSame,
  keyOf,
  type Name,
  type Relationship,
  type Table,
} from "./schema-cache.ts";

export interface ForeignKey {
  readonly constraint: string;
  readonly table: Name;
  readonly foreignTable: Name;
  readonly columns: readonly ColumnPair[];
  /** Whether the columns are unique on their own side. */
  readonly isUnique: boolean;
}

/** A view of a table, and the names under which it shows each column. */
export interface ViewColumns {
  readonly view: Name;
  readonly table: Name;
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** Above this number the view is ignored. */
const maxCombinations = 64;

/**
 * All relationships between exposed tables and views: foreign keys in both directions, the same through
 * views, and through junctions, whose primary key contains two foreign keys. Computed relationships replace
 * those of the same name.
 */
export function relate(
  foreignKeys: readonly ForeignKey[],
  views: readonly ViewColumns[],
  tables: ReadonlyMap<string, Table>,
  computed: readonly Relationship[],
): Map<string, Relationship[]> {
  const viewNames = new Set(views.map(({ view }) => keyOf(view)));
  const isView = (name: Name) => viewNames.has(keyOf(name));
  const forward = [...foreignKeys, ...foreignKeys.flatMap((key) => throughViews(key, views))];
  const all = [
    ...forward.flatMap((key) => bothDirections(key, isView)),
    ...overJunctions(forward, tables, isView),
  ];
  const overridden = new Set(computed.map((item) => keyOf(item.table) + keyOf(functionOf(item))));
  const result = new Map<string, Relationship[]>();
  for (const item of [
    ...all.filter((item) => !overridden.has(keyOf(item.table) + keyOf(item.foreignTable))),
    ...computed,
  ]) {
    if (!tables.has(keyOf(item.table)) || !tables.has(keyOf(item.foreignTable))) continue;
    if (item.link.kind === "many-to-many" && !tables.has(keyOf(item.link.junction))) continue;
    const list = result.get(keyOf(item.table));
    if (list) list.push(item);
    else result.set(keyOf(item.table), [item]);
  }
  for (const list of result.values()) list.sort(byKind);
  return result;
}

function functionOf(item: Relationship): Name {
  return item.link.kind === "computed" ? item.link.function : item.foreignTable;
}

const order = ["one-to-many", "many-to-one", "one-to-one", "many-to-many", "computed"];

function byKind(a: Relationship, b: Relationship): number {
  const name = ({ link }: Relationship) =>
    "constraint" in link ? link.constraint : "junction" in link ? link.junction.name : "";
  return order.indexOf(a.link.kind) - order.indexOf(b.link.kind) || (name(a) < name(b) ? -1 : 1);
}

/** The foreign key as seen from views of either side, and of both. */
function throughViews(key: ForeignKey, views: readonly ViewColumns[]): ForeignKey[] {
  const own = key.columns.map(([column]) => column);
  const other = key.columns.map(([, column]) => column);
  const owners = views
    .filter(({ table }) => isSame(table, key.table))
    .flatMap((view) => namings(view, own).map((columns) => ({ name: view.view, columns })));
  const others = views
    .filter(({ table }) => isSame(table, key.foreignTable))
    .flatMap((view) => namings(view, other).map((columns) => ({ name: view.view, columns })));
  const make = (
    from: { name: Name; columns: readonly string[] },
    to: { name: Name; columns: readonly string[] },
  ): ForeignKey => ({
    ...key,
    table: from.name,
    foreignTable: to.name,
    columns: from.columns.map((column, index) => [column, to.columns[index] ?? ""] as const),
  });
  const table = { name: key.table, columns: own };
  const foreign = { name: key.foreignTable, columns: other };
  return [
    ...owners.map((from) => make(from, foreign)),
    ...others.map((to) => make(table, to)),
    ...owners.flatMap((from) => others.map((to) => make(from, to))),
  ];
}

/** A view may show one column under several names: every combination of names for the key's columns. */
function namings(view: ViewColumns, columns: readonly string[]): string[][] {
  let found: string[][] = [[]];
  for (const column of columns) {
    const names = view.columns.get(column) ?? [];
    found = found.flatMap((start) => names.map((name) => [...start, name]));
    if (found.length > maxCombinations) return [];
  }
  return found;
}

function bothDirections(key: ForeignKey, isView: (name: Name) => boolean): Relationship[] {
  const { constraint, columns, table, foreignTable } = key;
  const kind = key.isUnique ? "one-to-one" : "many-to-one";
  const back = key.isUnique ? "one-to-one" : "one-to-many";
  return [
    {
      table,
      foreignTable,
      foreignIsView: isView(foreignTable),
      link: { kind, constraint, columns },
    },
    {
      table: foreignTable,
      foreignTable: table,
      foreignIsView: isView(table),
      link: {
        kind: back,
        constraint,
        columns: columns.map(([own, other]) => [other, own] as const),
      },
    },
  ];
}

function overJunctions(
  keys: readonly ForeignKey[],
  tables: ReadonlyMap<string, Table>,
  isView: (name: Name) => boolean,
): Relationship[] {
  const byTable = Map.groupBy(
    keys.filter(({ isUnique }) => !isUnique),
    ({ table }) => keyOf(table),
  );
  const result: Relationship[] = [];
  for (const [key, own] of byTable) {
    const primary = tables.get(key)?.primaryKey ?? [];
    const inKey = own.filter(({ columns }) =>
      columns.every(([column]) => primary.includes(column)),
    );
    for (const first of inKey) {
      for (const second of inKey) {
        if (first.constraint === second.constraint) continue;
        result.push({
          table: first.foreignTable,
          foreignTable: second.foreignTable,
          foreignIsView: isView(second.foreignTable),
          link: {
            kind: "many-to-many",
            junction: first.table,
            constraint1: first.constraint,
            constraint2: second.constraint,
            source: first.columns.map(([column, other]) => [other, column] as const),
            target: second.columns.map(([column, other]) => [other, column] as const),
          },
        });
      }
    }
  }
  return result;
}
