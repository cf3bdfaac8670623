import * as v from "valibot";

/** A cost is at most this much a piece, as a price is. */
export const maxCost = 1_000_000_000_000;

/** Whole rupiah a piece, without PPN. */
export const costSchema = v.pipe(
  v.number("number_invalid"),
  v.integer("number_invalid"),
  v.minValue(0, "number_invalid"),
  v.maxValue(maxCost, "number_too_large"),
);
