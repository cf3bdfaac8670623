import * as v from "valibot";
import { type CartLine, cartLineSchema, codeSchema, maxLines } from "#shop/cart/cart.ts";

const uuid = v.pipe(v.string(), v.uuid());
const contents = {
  lines: v.pipe(v.array(cartLineSchema), v.maxLength(maxLines)),
  promo_codes: v.pipe(v.array(codeSchema), v.maxLength(5)),
};

/** What a device knows of the account's cart, and with `change` what it wants the cart to be. */
export const syncSchema = v.strictObject({
  /** The account whose cart the device has; null: none yet. */
  owner: v.nullable(uuid),
  /** The version that the device has seen last; null: there was no cart. */
  seen: v.nullable(uuid),
  /** `version` is the idempotency key: a repeated version is written once. */
  change: v.optional(v.strictObject({ version: uuid, ...contents })),
});
export type CartSync = v.InferOutput<typeof syncSchema>;

/** The cart of an account. */
export interface SavedCart {
  /** Null: the account has no cart. */
  readonly version: string | null;
  readonly lines: readonly CartLine[];
  readonly promo_codes: readonly string[];
}

export interface CartAnswer {
  /** The account. */
  readonly owner: string;
  /** The account's cart when the device has another one; null: the device is in step. */
  readonly cart: SavedCart | null;
  /** Whether the change is part of the cart, perhaps of an earlier version. */
  readonly applied: boolean;
}
