import { ambiguousRelationship, noRelationship } from "../schema/hints.ts";
import {
  type ForeignKeyLink,
  isSame,
  keyOf,
  type Name,
  type Relationship,
  type SchemaCache,
} from "../schema/schema-cache.ts";

/**
 * The relationship of `target!hint(…)`. The target is a table, view or computed relationship, or the
 * constraint or column of a foreign key; the hint is a constraint, a column of either side, or a junction.
 * @throws RestError PGRST200 when there is none, PGRST201 when there are several
 */
export function findRelationship(
  cache: SchemaCache,
  role: string,
  parent: Name,
  target: string,
  hint: string | undefined,
): Relationship {
  const all = cache.relationships.get(keyOf(parent)) ?? [];
  const found = all.filter((item) => matches(item, target, hint));
  const [first, second] = found;
  if (first === undefined) throw noRelationship(cache, role, parent, target, hint);
  if (second !== undefined) throw ambiguousRelationship(parent, target, found);
  return first;
}

function matches(item: Relationship, target: string, hint: string | undefined): boolean {
  const { link, foreignTable } = item;
  if (link.kind === "computed") return target === link.function.name;
  const isSelf = isSame(item.table, foreignTable);
  const isNamed = target === foreignTable.name;
  if (link.kind === "many-to-many") {
    if (hint === undefined) return isNamed && !isSelf;
    return isNamed && hint === link.junction.name;
  }
  // A foreign key of a table to itself is two relationships: its name means the one-to-many side, its column
  // the many-to-one side.
  if (isSelf && link.kind !== "one-to-one") {
    const isMany = link.kind === "one-to-many";
    if (hint === undefined) {
      return (isNamed && isMany) || (!isMany && target === ownColumn(link));
    }
    return isNamed && isMany && (hint === otherColumn(link) || hint === link.constraint);
  }
  if (hint === undefined) {
    const byKey = target === link.constraint || target === ownColumn(link);
    return isNamed || (byKey && !item.foreignIsView);
  }
  return (
    isNamed && (hint === link.constraint || hint === ownColumn(link) || hint === otherColumn(link))
  );
}

function ownColumn({ columns }: ForeignKeyLink): string | undefined {
  return columns.length === 1 ? columns[0]?.[0] : undefined;
}

function otherColumn({ columns }: ForeignKeyLink): string | undefined {
  return columns.length === 1 ? columns[0]?.[1] : undefined;
}
