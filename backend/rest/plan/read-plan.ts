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
  /** The embedded resource whose column it is. */
  readonly child?: ReadNode;
}

/** A table that is read, and what is read with each of its rows. */
export interface ReadNode {
  /** The table, when the schema cache has it: a function may give rows of none. */
  readonly table: Table | undefined;
  readonly source: Name;
  /** As clients call it: its alias, else the name in `select`. */
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
  /** How SQL calls the rows; set when the whole plan is known. */
  readonly alias: string;
  /** How SQL calls the joined result of this node. */
  readonly joinAlias: string;
}

/** Neither fields nor anything below to show: it is there for its filters only. */
export function isEmpty(node: ReadNode): boolean {
  return node.fields.length === 0 && node.children.every(isEmpty);
}

export function hasAggregates(node: ReadNode): boolean {
  return node.fields.some(({ aggregate }) => aggregate !== undefined);
}
