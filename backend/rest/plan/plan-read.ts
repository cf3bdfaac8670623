import {
  badEmbedFilter,
  badQuery,
  noAggregates,
  noAggregatesInLists,
  notEmbedded,
  orderNotToOne,
} from "../errors.ts";
import { queryLimits } from "../query/cursor.ts";
import type { QueryParams } from "../query/query-params.ts";
import type { FieldItem, LogicTree, RelationItem, SelectItem } from "../query/query-types.ts";
import { restrict } from "../query/range.ts";
import {
  isToOne,
  keyOf,
  type Name,
  type Relationship,
  type SchemaCache,
} from "../schema/schema-cache.ts";
import type { RestSettings } from "../settings.ts";
import { findRelationship } from "./find-relationship.ts";
import type { PlannedLogic, ReadNode } from "./read-plan.ts";

export interface ReadContext {
  readonly cache: SchemaCache;
  readonly settings: RestSettings;
  /** The caller's role: hints name only objects that it may access. */
  readonly role: string;
}

/** The parts of the query that apply to the read; a mutation applies filters itself. */
export interface ReadScope {
  readonly rootFilters: boolean;
  readonly order: boolean;
  readonly ranges: boolean;
}

const deepestName = 63;

/**
 * Resolves the selection against the schema.
 * @param source the table, or the row type of a function
 * @throws RestError PGRST200, 201, 108, 118, 120, 123, 127
 */
export function planRead(
  context: ReadContext,
  source: Name,
  params: QueryParams,
  scope: ReadScope,
): ReadNode {
  const numbers = { next: 0 };
  const root = planNode(context, source, params.select, numbers);
  for (const { path, value } of params.filters) {
    if (path.length === 0 && !scope.rootFilters) continue;
    const node = nodeAt(root, path);
    node.where.push(planLogic(node, value));
  }
  for (const { path, value } of params.logic) {
    if (path.length === 0 && !scope.rootFilters) continue;
    const node = nodeAt(root, path);
    node.where.push(planLogic(node, value));
  }
  if (scope.order) {
    for (const { path, value } of params.order) {
      const node = nodeAt(root, path);
      node.order = value.map(({ relation, ...term }) => ({
        ...term,
        child: relation === undefined ? undefined : orderedChild(node, relation),
      }));
    }
  }
  if (scope.ranges) {
    for (const { path, value } of params.ranges) {
      const node = nodeAt(root, path);
      node.range = { ...node.range, ...value };
    }
    restrictAll(root, context.settings.maxRows);
  }
  return root;
}

interface Parent {
  readonly source: Name;
  readonly depth: number;
  /** The to-many relationships from the root to the node. */
  readonly lists: readonly Relationship[];
}

function planNode(
  context: ReadContext,
  source: Name,
  select: readonly SelectItem[],
  numbers: { next: number },
  item?: RelationItem,
  parent?: Parent,
): ReadNode {
  const depth = parent ? parent.depth + 1 : 0;
  const relationship =
    item && parent
      ? findRelationship(context.cache, context.role, parent.source, item.name, item.hint)
      : undefined;
  const own = relationship?.foreignTable ?? source;
  const lists = listsOnPath(parent?.lists ?? [], relationship);
  refuseRepeatedFields(own, select);
  const fields = select.filter((field) => field.kind === "field");
  if (!context.settings.aggregates && fields.some(({ aggregate }) => aggregate)) {
    throw noAggregates();
  }
  const isList = item?.kind === "spread" && relationship && !isToOne(relationship);
  if (isList && spreadsAggregate(select)) throw noAggregatesInLists();
  const number = numbers.next++;
  return {
    table: context.cache.tables.get(keyOf(own)),
    source: own,
    name: item?.name ?? own.name,
    label: item?.alias ?? item?.name ?? own.name,
    depth,
    relationship,
    join: item?.join ?? "left",
    isSpread: item?.kind === "spread",
    fields: fields as readonly FieldItem[],
    children: select
      .filter((child) => child.kind !== "field")
      .map((child) =>
        planNode(context, own, child.select, numbers, child, { source: own, depth, lists }),
      ),
    where: [],
    order: [],
    range: { offset: 0 },
    alias: depth === 0 ? own.name : aliasOf(own.name, depth, number),
    joinAlias: aliasOf(
      `${parent?.source.name ?? ""}_${item?.alias ?? item?.name ?? ""}`,
      depth,
      number,
    ),
  };
}

/**
 * The to-many relationships on the path to a resource. Each multiplies the answer, and a repeated one without
 * limit.
 * @throws RestError PGRST100
 */
function listsOnPath(
  before: readonly Relationship[],
  relationship: Relationship | undefined,
): readonly Relationship[] {
  if (!relationship || isToOne(relationship)) return before;
  const times = before.filter((item) => item === relationship).length + 1;
  if (times > queryLimits.sameList) {
    throw badQuery(
      `"${relationship.foreignTable.name}" is embedded in itself too often`,
      `a relationship to many rows may come ${queryLimits.sameList} times on one path of embedded resources`,
    );
  }
  return [...before, relationship];
}

/**
 * One column under many aliases multiplies the answer as well.
 * @throws RestError PGRST100
 */
function refuseRepeatedFields({ name }: Name, select: readonly SelectItem[]): void {
  const times = new Map<string, number>();
  for (const item of select) {
    if (item.kind !== "field") continue;
    const key = JSON.stringify(item.field);
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    if (count > queryLimits.sameField) {
      throw badQuery(
        `"${item.field.name}" of "${name}" is selected too often`,
        `a field may be selected ${queryLimits.sameField} times`,
      );
    }
  }
}

/** Whether a spread adds an aggregate to its parent's columns. */
function spreadsAggregate(select: readonly SelectItem[]): boolean {
  return select.some((item) =>
    item.kind === "field"
      ? item.aggregate !== undefined
      : item.kind === "spread" && spreadsAggregate(item.select),
  );
}

/**
 * PostgREST's form, which error messages show: two resources of one name clash in PostgreSQL. The depth at
 * the end separates joins of different levels; a name that PostgreSQL would truncate gets a number instead.
 */
function aliasOf(name: string, depth: number, number: number): string {
  const alias = `${name}_${depth}`;
  return new TextEncoder().encode(alias).length > deepestName ? `rest_t${number}` : alias;
}

function nodeAt(root: ReadNode, path: readonly string[]): ReadNode {
  let node = root;
  for (const step of path) {
    const child =
      node.children.find(({ label }) => label === step) ??
      node.children.find(({ name }) => name === step);
    if (!child) throw notEmbedded(step);
    node = child;
  }
  return node;
}

/** A filter on an embedded resource checks whether it has rows. */
function planLogic(node: ReadNode, tree: LogicTree): PlannedLogic {
  if (tree.kind === "group") {
    return { ...tree, children: tree.children.map((child) => planLogic(node, child)) };
  }
  const { field, operation, negated } = tree;
  const child =
    field.path.length === 0 ? node.children.find(({ label }) => label === field.name) : undefined;
  if (!child) return tree;
  if (operation.kind === "is" && operation.value === "NULL") {
    return { kind: "null-embed", negated, child };
  }
  if (operation.kind === "is" && operation.value === "NOT NULL") {
    return { kind: "null-embed", negated: !negated, child };
  }
  // A foreign key's column may name both the column and the resource embedded by it.
  if (node.table?.columns.has(field.name)) return tree;
  throw badEmbedFilter(child.label);
}

function orderedChild(node: ReadNode, relation: string): ReadNode {
  const child = node.children.find(({ label }) => label === relation);
  if (!child) throw notEmbedded(relation);
  if (!child.relationship || !isToOne(child.relationship)) {
    throw orderNotToOne(node.name, relation);
  }
  return child;
}

function restrictAll(node: ReadNode, maxRows: number | undefined): void {
  if (!node.relationship || !isToOne(node.relationship)) node.range = restrict(node.range, maxRows);
  for (const child of node.children) restrictAll(child, maxRows);
}
