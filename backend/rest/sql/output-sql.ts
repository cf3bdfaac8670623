import { hasAggregates, isEmpty, type ReadNode } from "../plan/read-plan.ts";
import type { FieldItem } from "../query/query-types.ts";
import { isToOne } from "../schema/schema-cache.ts";
import { castSql, type Types } from "./cast-sql.ts";
import { fieldSql, outputName, type Place } from "./field-sql.ts";
import { type Fragment, identifier, sql, word } from "./fragment.ts";

/** A column of a node's result. */
export interface Output {
  readonly value: Fragment;
  /** Undefined for `*`. */
  readonly name: string | undefined;
  readonly isAggregate: boolean;
  /** Aggregated by the node that this one is spread into. */
  readonly hoisted?: Hoisted;
}

interface Hoisted {
  readonly aggregate: string;
  readonly cast: string | undefined;
  readonly name: string;
}

/** A node's output: its own fields, then its embedded resources. */
export function outputsOf(node: ReadNode, place: Place, types: Types): Output[] {
  const hoists = isHoisting(node);
  const grouped = node.fields.some(({ aggregate }) => aggregate) || hasHoistedChild(node);
  const fields = node.fields.flatMap((item) =>
    expandStar(item, node, grouped || node.isSpread).map((field, index) =>
      fieldOutput(field, place, types, hoists ? index : undefined),
    ),
  );
  const embedded = node.children.flatMap((child) => childOutputs(child, node, types, grouped));
  const named = hoists ? numberHoisted([...fields, ...embedded]) : [...fields, ...embedded];
  return named;
}

/** A to-one spread is aggregated by its parent: an aggregate over its single row would be meaningless. */
function isHoisting(node: ReadNode): boolean {
  return node.isSpread && node.relationship !== undefined && isToOne(node.relationship);
}

function hasHoistedChild(node: ReadNode): boolean {
  return node.children.some(
    (child) => isHoisting(child) && (hasAggregates(child) || hasHoistedChild(child)),
  );
}

function numberHoisted(outputs: readonly Output[]): Output[] {
  return outputs.map((output, index) =>
    output.hoisted ? { ...output, name: `rest_a${index}` } : output,
  );
}

/** All columns by name, where `*` is not allowed: in groups and in spreads. */
function expandStar(item: FieldItem, node: ReadNode, needed: boolean): FieldItem[] {
  const isStar = item.field.name === "*" && item.aggregate === undefined;
  if (!isStar || !needed || !node.table) return [item];
  return [...node.table.columns.keys()].map((name) => ({
    kind: "field",
    field: { name, path: [] },
  }));
}

function fieldOutput(
  item: FieldItem,
  place: Place,
  types: Types,
  hoistedAt: number | undefined,
): Output {
  const { field, alias, cast, aggregate, aggregateCast } = item;
  const isRow = field.name === "*" && field.path.length === 0;
  if (aggregate === undefined) {
    const value = castSql(types, fieldSql(place, field), cast);
    return {
      value,
      name: isRow ? undefined : (alias ?? outputName(field)),
      isAggregate: false,
    };
  }
  if (hoistedAt !== undefined) {
    return {
      value: isRow ? sql`1` : castSql(types, fieldSql(place, field), cast),
      name: "",
      isAggregate: false,
      hoisted: { aggregate, cast: aggregateCast, name: alias ?? aggregate },
    };
  }
  const inner = isRow ? sql`*` : castSql(types, fieldSql(place, field), cast);
  return {
    value: castSql(types, sql`${word(aggregate)}(${inner})`, aggregateCast),
    name: alias ?? aggregate,
    isAggregate: true,
  };
}

function childOutputs(child: ReadNode, parent: ReadNode, types: Types, grouped: boolean): Output[] {
  const alias = identifier(child.joinAlias);
  if (child.isSpread) {
    const place = { reference: identifier(child.alias), table: child.table };
    return outputsOf(child, place, types).map((output) =>
      spreadOutput(output, alias, types, isHoisting(parent)),
    );
  }
  if (isEmpty(child)) return [];
  // Grouping compares values, and only jsonb is comparable.
  const asGroup = word(grouped ? "::jsonb" : "");
  const isOne = child.relationship !== undefined && isToOne(child.relationship);
  const value = isOne
    ? sql`row_to_json(${alias}.*)${asGroup}`
    : sql`coalesce(${alias}.body, '[]')${asGroup}`;
  return [{ value, name: child.label, isAggregate: false }];
}

function spreadOutput(
  { name, hoisted }: Output,
  alias: Fragment,
  types: Types,
  hoistsFurther: boolean,
): Output {
  if (name === undefined) return { value: sql`${alias}.*`, name: undefined, isAggregate: false };
  const value = sql`${alias}.${identifier(name)}`;
  if (!hoisted) return { value, name, isAggregate: false };
  if (hoistsFurther) return { value, name, isAggregate: false, hoisted };
  return {
    value: castSql(types, sql`${word(hoisted.aggregate)}(${value})`, hoisted.cast),
    name: hoisted.name,
    isAggregate: true,
  };
}
