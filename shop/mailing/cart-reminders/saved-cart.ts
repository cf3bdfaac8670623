import * as v from "valibot";
import { type CartLine, cartLineSchema, codeSchema, maxLines } from "#shop/orders/cart/cart.ts";

const uuid = v.pipe(v.string(), v.uuid());
const contents = {
  lines: v.pipe(v.array(cartLineSchema), v.maxLength(maxLines)),
  promo_codes: v.pipe(v.array(codeSchema), v.maxLength(5)),
};

/** The device's copy of the account's cart, and in `change` the new contents. */
export const syncSchema = v.strictObject({
  /** The account of the device's copy; null: no sync so far. */
  owner: v.nullable(uuid),
  /** The version of the device's copy; null: the account had no cart. */
  seen: v.nullable(uuid),
  /** `version` is the idempotency key. */
  change: v.optional(v.strictObject({ version: uuid, ...contents })),
});
export type CartSync = v.InferOutput<typeof syncSchema>;

export interface SavedCart {
  /** Null: the account has no cart. */
  readonly version: string | null;
  readonly lines: readonly CartLine[];
  readonly promo_codes: readonly string[];
}

export interface CartAnswer {
  /** The account's id. */
  readonly owner: string;
  /** The account's cart if the device's copy is outdated; null: the device is up to date. */
  readonly cart: SavedCart | null;
  /** Whether the change is stored, by this request or by an earlier one. */
  readonly applied: boolean;
}
