/*
 * The parsed query string, independent of tables. Grammar: docs.postgrest.org, "Tables and Views" and
 * "Resource Embedding".
 */

/** `->` returns JSON, `->>` text. A negative index counts from the end. */
export interface JsonStep {
  readonly arrow: "->" | "->>";
  readonly kind: "key" | "index";
  readonly value: string;
}

export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export const aggregates = ["sum", "avg", "count", "max", "min"] as const;
export type Aggregate = (typeof aggregates)[number];

export type JoinType = "inner" | "left";

export interface FieldItem {
  readonly kind: "field";
  readonly field: Field;
  readonly alias?: string;
  readonly cast?: string;
  readonly aggregate?: Aggregate;
  readonly aggregateCast?: string;
}

export interface RelationItem {
  readonly kind: "relation" | "spread";
  readonly name: string;
  readonly alias?: string;
  readonly hint?: string;
  readonly join?: JoinType;
  readonly select: readonly SelectItem[];
}

export type SelectItem = FieldItem | RelationItem;

/** Operators that may be quantified: `eq(any).{1,2}`. */
export const quantifiable = {
  eq: "=",
  gte: ">=",
  gt: ">",
  lte: "<=",
  lt: "<",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
} as const;

export const simple = {
  neq: "<>",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
} as const;

export const fullText = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
} as const;

export type IsValue = "NULL" | "NOT NULL" | "TRUE" | "FALSE" | "UNKNOWN";

export type Operation =
  | { readonly kind: "simple"; readonly operator: keyof typeof simple; readonly value: string }
  | {
      readonly kind: "quantified";
      readonly operator: keyof typeof quantifiable;
      readonly quantifier?: "any" | "all";
      readonly value: string;
    }
  | { readonly kind: "in"; readonly values: readonly string[] }
  | { readonly kind: "is"; readonly value: IsValue }
  | { readonly kind: "isdistinct"; readonly value: string }
  | {
      readonly kind: "fts";
      readonly operator: keyof typeof fullText;
      readonly language?: string;
      readonly value: string;
    };

export interface Filter {
  readonly kind: "filter";
  readonly field: Field;
  readonly negated: boolean;
  readonly operation: Operation;
}

export interface LogicGroup {
  readonly kind: "group";
  readonly negated: boolean;
  readonly operator: "and" | "or";
  readonly children: readonly LogicTree[];
}

export type LogicTree = Filter | LogicGroup;

export interface OrderTerm {
  /** The embedded resource of the column. */
  readonly relation?: string;
  readonly field: Field;
  readonly direction?: "asc" | "desc";
  readonly nulls?: "first" | "last";
}

/** A value for an embedded resource; an empty path means the request's own table. */
export interface Located<T> {
  readonly path: readonly string[];
  readonly value: T;
}

/** Rows `offset` … `offset + limit`; without a limit, all that follow. */
export interface RowRange {
  readonly offset: number;
  readonly limit?: number;
}
