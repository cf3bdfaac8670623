import * as v from "valibot";

const whole = (max: number) =>
  v.pipe(
    v.number("number_invalid"),
    v.integer("number_invalid"),
    v.minValue(0, "number_invalid"),
    v.maxValue(max, "number_too_large"),
  );

export const gridChangeSchema = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.uuid("invalid_input")),
    version: whole(1_000_000_000),
    price: whole(1_000_000_000_000),
    was_price: v.nullable(whole(1_000_000_000_000)),
    seen: v.pipe(v.number("number_invalid"), v.integer("number_invalid")),
    counted: whole(1_000_000),
  }),
  v.forward(
    v.check(({ price, was_price }) => was_price === null || was_price > price, "was_price_invalid"),
    ["was_price"],
  ),
);
/** What a row of the grid, or one of its cells, is changed to. */
export type GridChange = v.InferOutput<typeof gridChangeSchema>;
