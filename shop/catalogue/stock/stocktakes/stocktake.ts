import * as v from "valibot";
import { optionalTextLine, textLine } from "#shop/kernel/text-line.ts";

export const stocktakeStates = ["draft", "counting", "review", "applied", "dropped"] as const;
export type StocktakeState = (typeof stocktakeStates)[number];

export const stocktakeScopes = ["all", "category", "search"] as const;
export type StocktakeScope = (typeof stocktakeScopes)[number];

/** The largest figure of one line, in pieces. */
export const maxCounted = 1_000_000;

const wholePieces = v.pipe(
  v.number("number_invalid"),
  v.integer("number_invalid"),
  v.minValue(0, "number_invalid"),
  v.maxValue(maxCounted, "number_too_large"),
);

export const newStocktakeSchema = v.pipe(
  v.strictObject({
    /** Chosen by the form: a repeated one makes one stocktake. */
    id: v.pipe(v.string(), v.uuid("invalid_input")),
    name: textLine(80),
    scope: v.picklist(stocktakeScopes, "invalid_input"),
    category_id: v.nullable(v.pipe(v.string(), v.uuid("required"))),
    query: optionalTextLine(100),
    is_blind: v.boolean(),
    /** A first count that differs by more pieces needs a second one. Null: none does. */
    recount_over: v.nullable(wholePieces),
  }),
  v.forward(
    v.check(({ scope, category_id }) => scope !== "category" || category_id !== null, "required"),
    ["category_id"],
  ),
  v.forward(
    v.check(({ scope, query }) => scope !== "search" || query !== "", "required"),
    ["query"],
  ),
);
export type NewStocktake = v.InferOutput<typeof newStocktakeSchema>;

export const countSchema = v.variant("how", [
  /** One piece more, named by a SKU or barcode. */
  v.strictObject({
    how: v.literal("scan"),
    key: v.pipe(v.string(), v.uuid("invalid_input")),
    code: textLine(64),
  }),
  /** What this person counted of the line in all. */
  v.strictObject({
    how: v.literal("figure"),
    key: v.pipe(v.string(), v.uuid("invalid_input")),
    variant_id: v.pipe(v.string(), v.uuid("invalid_input")),
    pieces: wholePieces,
  }),
]);
export type CountInput = v.InferOutput<typeof countSchema>;

export interface Stocktake {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly state: StocktakeState;
  readonly scope: StocktakeScope;
  /** The name of the category of the scope. */
  readonly category: string | null;
  readonly query: string;
  readonly is_blind: boolean;
  readonly recount_over: number | null;
  /** ISO 8601. */
  readonly created_at: string;
  readonly created_by: string;
  readonly closed_at: string | null;
  readonly closed_by: string;
  readonly lines: number;
}

export const lineViews = ["uncounted", "different", "recount"] as const;
export type LineView = (typeof lineViews)[number];
export const linesPerPage = 50;

/** A variant of a stocktake. Figures are pieces. */
export interface StocktakeLine {
  readonly variant_id: string;
  readonly product: string;
  readonly options: string;
  readonly sku: string;
  readonly barcode: string | null;
  readonly round: number;
  readonly is_excluded: boolean;
  readonly booked: number | null;
  /** Of all counters; null: not counted in this round. */
  readonly counted: number | null;
  /** Of the reader alone. */
  readonly own: number | null;
  readonly counters: number;
  /** By the ledger at the moment of counting, or now where nobody counted; null in a blind count. */
  readonly position: number | null;
  /** Pieces came or went between two counts of the line. */
  readonly has_moved: boolean;
  readonly needs_recount: boolean;
  /** The difference at selling prices, in rupiah; null where there is none to show. */
  readonly value: number | null;
}

/** What the review decides upon. */
export interface StocktakeSummary {
  /** Whether the values are at cost, else at the selling price. */
  readonly is_at_cost: boolean;
  readonly lines: number;
  readonly counted: number;
  /** Lines that differ and are not left out. */
  readonly different: number;
  readonly recount: number;
  readonly missing_pieces: number;
  readonly found_pieces: number;
  /** At selling prices, in rupiah. */
  readonly missing_value: number;
  readonly found_value: number;
}
