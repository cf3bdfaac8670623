import type { PlannedLogic, ReadNode } from "../plan/read-plan.ts";
import { isToOne } from "../schema/schema-cache.ts";
import { boundedItems, boundedRows } from "./bounded-rows.ts";
import type { Types } from "./cast-sql.ts";
import { fieldSql, type Place } from "./field-sql.ts";
import { filterSql, logicSql } from "./filter-sql.ts";
import {
  bound,
  empty,
  type Fragment,
  identifier,
  joined,
  qualified,
  sql,
  word,
} from "./fragment.ts";
import { type Output, outputsOf } from "./output-sql.ts";

/** The source of the root's rows: its table, or the rows of a preceding statement. */
export type RootSource = "table" | "pgrst_source";

/** Inputs of a plan's SQL besides the plan. */
export interface ReadOptions {
  readonly types: Types;
  readonly settings: { readonly maxAnswerBytes: number };
}

interface Reading {
  readonly types: Types;
  /** Maximum bytes of JSON of each embedded list. */
  readonly maxListBytes: number;
}

/** Minimum limit of an embedded list in bytes, for any number of lists. */
const leastListBytes = 256 * 1024;

/** The rows of the plan with their embedded resources. */
export function readSql(root: ReadNode, options: ReadOptions, source: RootSource): Fragment {
  const { types, settings } = options;
  const max = settings.maxAnswerBytes;
  // PostgreSQL holds one list of each embedded resource at a time: together at most twice an answer.
  const share = Math.floor((2 * max) / Math.max(1, countLists(root)));
  const reading = { types, maxListBytes: Math.min(max, Math.max(leastListBytes, share)) };
  return nodeSql(root, rootPlace(root, source), rootFrom(root, source), [], reading);
}

function countLists(node: ReadNode): number {
  const own = node.relationship && !isToOne(node.relationship) ? 1 : 0;
  return node.children.reduce((sum, child) => sum + countLists(child), own);
}

function rootPlace(root: ReadNode, source: RootSource): Place {
  const reference = source === "table" ? qualified(root.source) : identifier(root.alias);
  return { reference, table: root.table };
}

function rootFrom(root: ReadNode, source: RootSource): Fragment {
  return source === "table"
    ? qualified(root.source)
    : sql`pgrst_source AS ${identifier(root.alias)}`;
}

function nodeSql(
  node: ReadNode,
  place: Place,
  from: Fragment,
  joins: readonly Fragment[],
  reading: Reading,
): Fragment {
  const outputs = outputsOf(node, place, reading.types);
  const conditions = [
    ...joins,
    ...node.where.map((tree) => logicSql<Leaf>(tree, (leaf) => leafSql(leaf, place, node))),
  ];
  // Distinguishes a row without columns from a missing row.
  const shown = outputs.length === 0 && node.depth > 0 ? sql`1 AS rest_one` : empty;
  return sql`SELECT ${shown}${joined(outputs.map(outputSql), ", ")} FROM ${from}${joined(
    node.children.map((child) => joinSql(child, place, reading)),
    "",
  )}${whereSql(conditions)}${groupSql(outputs)}${orderSql(node, place)}${limitSql(node)}`;
}

type Leaf = Exclude<PlannedLogic, { kind: "group" }>;

function outputSql({ value, name }: Output): Fragment {
  return name === undefined ? value : sql`${value} AS ${identifier(name)}`;
}

function whereSql(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? empty : sql` WHERE ${joined(conditions, " AND ")}`;
}

/** By position: an alias could be the name of another column. */
function groupSql(outputs: readonly Output[]): Fragment {
  if (!outputs.some(({ isAggregate }) => isAggregate)) return empty;
  const groups = outputs.flatMap(({ isAggregate }, index) =>
    isAggregate ? [] : [word(String(index + 1))],
  );
  return groups.length === 0 ? empty : sql` GROUP BY ${joined(groups, ", ")}`;
}

function orderSql(node: ReadNode, place: Place): Fragment {
  if (node.order.length === 0) return empty;
  const terms = node.order.map(({ field, child, direction, nulls }) => {
    const at = child ? { reference: identifier(child.joinAlias), table: undefined } : place;
    const suffix = [
      direction === undefined ? "" : ` ${direction.toUpperCase()}`,
      nulls === undefined ? "" : ` NULLS ${nulls.toUpperCase()}`,
    ].join("");
    return sql`${fieldSql(at, field)}${word(suffix)}`;
  });
  return sql` ORDER BY ${joined(terms, ", ")}`;
}

function limitSql({ range }: ReadNode): Fragment {
  return [
    ...(range.limit === undefined ? empty : sql` LIMIT ${bound(String(range.limit))}`),
    ...(range.offset === 0 ? empty : sql` OFFSET ${bound(String(range.offset))}`),
  ];
}

/** A child's query, joined to each row of its parent. */
function joinSql(child: ReadNode, parent: Place, reading: Reading): Fragment {
  const { types, maxListBytes } = reading;
  const { place, from, conditions } = childSource(child, parent);
  const rows = nodeSql(child, place, from, conditions, reading);
  const alias = identifier(child.joinAlias);
  const kind = word(child.join === "inner" ? " INNER JOIN LATERAL " : " LEFT JOIN LATERAL ");
  if (!child.relationship || isToOne(child.relationship)) {
    return sql`${kind}(${rows}) AS ${alias} ON TRUE`;
  }
  const list = child.isSpread
    ? joined(
        [
          sql`count(*) AS rest_rows`,
          ...outputsOf(child, place, types).flatMap(({ name }) =>
            name === undefined
              ? []
              : [
                  sql`coalesce(json_agg(${alias}.${identifier(name)}), '[]')::jsonb AS ${identifier(name)}`,
                ],
          ),
        ],
        ", ",
      )
    : sql`count(*) AS rest_rows, json_agg(${alias}.rest_item) AS body`;
  const bounded = child.isSpread
    ? boundedRows(rows, alias, maxListBytes)
    : boundedItems(rows, alias, sql`row_to_json(${alias}.*)`, maxListBytes);
  const on = child.join === "inner" ? sql`${alias}.rest_rows > 0` : sql`TRUE`;
  return sql`${kind}(SELECT ${list} FROM (${bounded}) AS ${alias}) AS ${alias} ON ${on}`;
}

interface ChildSource {
  readonly place: Place;
  readonly from: Fragment;
  /** Conditions that join its rows to the parent's row. */
  readonly conditions: readonly Fragment[];
}

function childSource(child: ReadNode, parent: Place): ChildSource {
  const relationship = child.relationship;
  if (!relationship) throw new Error("an embedded resource without a relationship");
  const alias = identifier(child.alias);
  const place = { reference: alias, table: child.table };
  const { link } = relationship;
  const table = sql`${qualified(relationship.foreignTable)} AS ${alias}`;
  if (link.kind === "computed") {
    const row = sql`CAST(${rowOf(parent)} AS ${qualified(relationship.table)})`;
    return { place, from: sql`${qualified(link.function)}(${row}) AS ${alias}`, conditions: [] };
  }
  if (link.kind === "many-to-many") {
    const junction = identifier(`${child.joinAlias}_j`);
    return {
      place,
      from: sql`${table}, ${qualified(link.junction)} AS ${junction}`,
      conditions: [
        ...link.target.map(
          ([own, other]) => sql`${alias}.${identifier(own)} = ${junction}.${identifier(other)}`,
        ),
        ...link.source.map(
          ([own, other]) =>
            sql`${parent.reference}.${identifier(own)} = ${junction}.${identifier(other)}`,
        ),
      ],
    };
  }
  return {
    place,
    from: table,
    conditions: link.columns.map(
      ([own, other]) => sql`${parent.reference}.${identifier(own)} = ${alias}.${identifier(other)}`,
    ),
  };
}

/**
 * Column by column: the result of a mutation or a function has more columns than its table, or a conflicting
 * name.
 */
function rowOf({ reference, table }: Place): Fragment {
  const columns = [...(table?.columns.keys() ?? [])].map(
    (name) => sql`${reference}.${identifier(name)}`,
  );
  return sql`ROW(${joined(columns, ", ")})`;
}

function leafSql(leaf: Leaf, place: Place, node: ReadNode): Fragment {
  if (leaf.kind === "filter") return filterSql(place, leaf);
  const { child, negated } = leaf;
  if (!node.children.includes(child)) throw new Error("a filter on somebody else's child");
  const alias = identifier(child.joinAlias);
  if (child.relationship && !isToOne(child.relationship)) {
    return sql`${alias}.rest_rows ${word(negated ? "> 0" : "= 0")}`;
  }
  // A row of only nulls still counts as a row.
  return sql`${alias} IS ${word(negated ? "" : "NOT ")}DISTINCT FROM NULL`;
}

/** One row for each row of the plan without limits, to be counted. */
export function countSql(root: ReadNode, source: RootSource): Fragment {
  return countNode(root, rootPlace(root, source), rootFrom(root, source), []);
}

function countNode(
  node: ReadNode,
  place: Place,
  from: Fragment,
  joins: readonly Fragment[],
): Fragment {
  const exists = (child: ReadNode) => {
    const below = childSource(child, place);
    return sql`EXISTS (${countNode(child, below.place, below.from, below.conditions)})`;
  };
  const leaf = (item: Leaf) =>
    item.kind === "filter"
      ? filterSql(place, item)
      : sql`${word(item.negated ? "" : "NOT ")}${exists(item.child)}`;
  const conditions = [
    ...joins,
    ...node.where.map((tree) => logicSql<Leaf>(tree, leaf)),
    ...node.children.filter(({ join }) => join === "inner").map(exists),
  ];
  return sql`SELECT 1 FROM ${from}${whereSql(conditions)}`;
}
