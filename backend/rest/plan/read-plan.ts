import type {
  FieldItem,
  Filter,
  JoinType,
  LogicGroup,
  OrderTerm,
  RowRange,
} from "../query/query-types.ts";
import type { Name, Relationship, Table } from "../schema/schema-cache.ts";

/** Whether an embedded resource has rows. */
export interface NullEmbed {
  readonly kind: "null-embed";
  readonly negated: boolean;
  readonly child: ReadNode;
}

export interface PlannedGroup extends Omit<LogicGroup, "children"> {
  readonly children: readonly PlannedLogic[];
}

export type PlannedLogic = Filter | PlannedGroup | NullEmbed;

export interface PlannedOrder extends Omit<OrderTerm, "relation"> {
  /** The embedded resource of the column. */
  readonly child?: ReadNode;
}

/** A table that is read, and the resources embedded in each of its rows. */
export interface ReadNode {
  /** The table, when it is in the schema cache: a function may return rows of no table. */
  readonly table: Table | undefined;
  readonly source: Name;
  /** The client's name: its alias, else the name in `select`. */
  readonly label: string;
  readonly name: string;
  readonly depth: number;
  readonly relationship: Relationship | undefined;
  readonly join: JoinType;
  readonly isSpread: boolean;
  readonly fields: readonly FieldItem[];
  readonly children: readonly ReadNode[];
  where: PlannedLogic[];
  order: PlannedOrder[];
  range: RowRange;
  /** The SQL alias of the rows; set when the whole plan is known. */
  readonly alias: string;
  /** The SQL alias of this node's joined result. */
  readonly joinAlias: string;
}

/** Whether a node has no output of its own or below: it only filters. */
export function isEmpty(node: ReadNode): boolean {
  return node.fields.length === 0 && node.children.every(isEmpty);
}

export function hasAggregates(node: ReadNode): boolean {
  return node.fields.some(({ aggregate }) => aggregate !== undefined);
}
