import * as v from "valibot";
import type { Permission } from "#shop/kernel/permissions.ts";
import { type LimitKind, limitKinds } from "./approval.ts";

/** Percent for `price_cut` and `staff_discount`, people for `recipients`, otherwise whole rupiah. Null: no limit. */
export type Limits = Readonly<Record<LimitKind, number | null>>;

/** A role's own limits; for a kind that is missing the shop's counts. */
export type RoleLimits = Partial<Limits>;

/** A limit means something for a role with one of these permissions. */
const meantFor: Readonly<Record<LimitKind, readonly Permission[]>> = {
  refund: ["orders.refund"],
  refund_day: ["orders.refund"],
  write_off: ["stock.adjust", "stocktakes.approve"],
  price_cut: ["prices.edit"],
  recipients: ["mail.send"],
  staff_discount: ["orders.draft"],
};

/** The limits that mean something for somebody with these permissions. */
export function limitsFor(permissions: readonly Permission[]): readonly LimitKind[] {
  return limitKinds.filter((kind) => meantFor[kind].some((key) => permissions.includes(key)));
}

const figure = (max: number) =>
  v.nullable(
    v.pipe(
      v.number("number_invalid"),
      v.integer("number_invalid"),
      v.minValue(0, "number_invalid"),
      v.maxValue(max, "number_too_large"),
    ),
  );
const maxRupiah = 1_000_000_000_000;
const maxPercent = 99;
const maxRecipients = 1_000_000_000;

export const roleLimitsSchema = v.strictObject({
  refund: v.optional(figure(maxRupiah)),
  refund_day: v.optional(figure(maxRupiah)),
  write_off: v.optional(figure(maxRupiah)),
  price_cut: v.optional(figure(maxPercent)),
  recipients: v.optional(figure(maxRecipients)),
  staff_discount: v.optional(figure(maxPercent)),
});

/** The shop's own; those of refunds are in its settings. */
export const shopLimitsSchema = v.strictObject({
  write_off: figure(maxRupiah),
  price_cut: figure(maxPercent),
  recipients: figure(maxRecipients),
  staff_discount: figure(maxPercent),
  /** Whether an administrator removes a colleague's second factor alone. */
  factor_reset_alone: v.boolean(),
});
export type ShopLimits = v.InferOutput<typeof shopLimitsSchema>;
