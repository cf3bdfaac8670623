import type { FieldItem } from "../query/query-types.ts";
import type { PlannedLogic, ReadNode } from "./read-plan.ts";

/**
 * The columns that a mutation must return for the answer: selected, ordered and computed columns, the keys of
 * embedded resources, and the primary key for the Location.
 */
export function returningColumns(root: ReadNode, primaryKey: readonly string[]): string[] {
  const used = usedColumns(root);
  const needsAll = root.children.some(({ relationship }) => relationship?.link.kind === "computed");
  if (used.includes("*") || needsAll) return ["*", ...computedColumns(root)];
  const keys = root.children.flatMap(({ relationship }) => {
    if (!relationship || relationship.link.kind === "computed") return [];
    const { link } = relationship;
    const columns = link.kind === "many-to-many" ? link.source : link.columns;
    return columns.map(([own]) => own);
  });
  return [...new Set([...used, ...keys, ...primaryKey])];
}

/**
 * Replaces `*` in a plan that uses computed columns by the names of the table's columns. Otherwise the result would
 * include a computed column that only filters or sorts the rows.
 */
export function expandStar(root: ReadNode): ReadNode {
  const known = root.table?.columns;
  if (!known || computedColumns(root).length === 0) return root;
  const fields = root.fields.flatMap((item): readonly FieldItem[] => {
    const isStar = item.field.name === "*" && item.aggregate === undefined;
    return isStar
      ? [...known.keys()].map((name) => ({ kind: "field", field: { name, path: [] } }))
      : [item];
  });
  return { ...root, fields };
}

function usedColumns(root: ReadNode): string[] {
  const ordered = root.order.filter(({ child }) => child === undefined);
  const filtered = root.where.flatMap(filteredNames);
  return [...[...root.fields, ...ordered].map(({ field }) => field.name), ...filtered];
}

function filteredNames(tree: PlannedLogic): string[] {
  if (tree.kind === "group") return tree.children.flatMap(filteredNames);
  return tree.kind === "filter" ? [tree.field.name] : [];
}

/** The names in the plan that are not columns of its table. */
export function computedColumns(root: ReadNode): string[] {
  const known = root.table?.columns;
  if (!known) return [];
  return [...new Set(usedColumns(root).filter((name) => name !== "*" && !known.has(name)))];
}
