import type { ReadNode } from "./read-plan.ts";

/**
 * The columns that a mutation must return for the answer: selected and computed columns, the keys of embedded
 * resources, and the primary key for the Location.
 */
export function returningColumns(root: ReadNode, primaryKey: readonly string[]): string[] {
  const known = root.table?.columns;
  const selected = root.fields.map(({ field }) => field.name);
  const isComputed = (name: string) => name !== "*" && known !== undefined && !known.has(name);
  const needsAll = root.children.some(({ relationship }) => relationship?.link.kind === "computed");
  if (selected.includes("*") || needsAll) {
    return ["*", ...new Set(selected.filter(isComputed))];
  }
  const keys = root.children.flatMap(({ relationship }) => {
    if (!relationship || relationship.link.kind === "computed") return [];
    const { link } = relationship;
    const columns = link.kind === "many-to-many" ? link.source : link.columns;
    return columns.map(([own]) => own);
  });
  return [...new Set([...selected, ...keys, ...primaryKey])];
}
