import * as v from "valibot";
import { languages } from "#base/language.ts";
import { optionalEmailSchema, optionalPhoneSchema } from "#shop/kernel/contact-schemas.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { optionalTextLine, textLine } from "#shop/kernel/text-line.ts";
import { codeSchema, maxLines, maxPieces } from "#shop/orders/cart/cart.ts";
import { counterMethods } from "#shop/orders/payments/at-counter/counter-methods.ts";
import { optionalRupiah, typedNumber, typedRupiah } from "#shop/settings/shipping/typed-values.ts";

export const draftSources = ["whatsapp", "phone", "counter", "other"] as const;
export type DraftSource = (typeof draftSources)[number];
export const draftStates = ["open", "ordered", "dropped"] as const;
export type DraftState = (typeof draftStates)[number];

/** Maximum size of a draft as JSON. */
export const maxDraftSize = 65_536;
/** Whole rupiah: a higher price of a piece is a typing mistake. */
const maxPrice: Rupiah = 1_000_000_000;
/** Hours for which an unpaid order holds its pieces. */
export const holdHours = { least: 1, usual: 24, most: 168 } as const;

const quantity = typedNumber(1, maxPieces);
const reason = textLine(200);

const lineSchema = v.variant("kind", [
  v.strictObject({
    kind: v.literal("variant"),
    variant_id: v.pipe(v.string(), v.uuid()),
    /** As the search showed it, also for a variant that is no longer sold. */
    label: textLine(300),
    quantity,
    /** Null: the catalogue's price. */
    price: optionalRupiah(maxPrice),
  }),
  v.strictObject({
    kind: v.literal("custom"),
    name: textLine(120),
    quantity,
    price: typedRupiah(maxPrice),
    weight_grams: v.union([
      v.pipe(
        v.literal(""),
        v.transform(() => 0),
      ),
      typedNumber(0, 100_000),
    ]),
    tax_class: v.picklist(["goods", "exempt"]),
  }),
]);

const discountSchema = v.nullable(
  v.variant("kind", [
    v.strictObject({ kind: v.literal("percent"), value: typedNumber(1, 100), reason }),
    v.strictObject({
      kind: v.literal("rupiah"),
      value: v.pipe(typedRupiah(maxPrice), v.minValue(1, "number_too_low")),
      reason,
    }),
  ]),
);

const addressSchema = v.strictObject({
  street: optionalTextLine(200),
  landmark: optionalTextLine(120),
  region_code: v.pipe(v.string(), v.regex(/^\d{10}$/, "region_required")),
  region_name: textLine(200),
  postal_code: v.pipe(v.string(), v.trim(), v.regex(/^\d{5}$/, "postal_code_invalid")),
});

/** A draft as its form sends it: amounts and quantities as typed. Problems are stable codes by path. */
export const draftFormSchema = v.strictObject({
  source: v.picklist(draftSources),
  buyer: v.strictObject({
    name: optionalTextLine(80),
    phone: optionalPhoneSchema,
    email: optionalEmailSchema,
    /** The account that the order belongs to; null for a guest. */
    account_id: v.nullable(v.pipe(v.string(), v.uuid())),
    /** Of the order, its pay link and its mails; the staff's screens may be in another language. */
    language: v.optional(v.picklist(languages), "id"),
  }),
  lines: v.pipe(v.array(lineSchema), v.maxLength(maxLines, "too_many_lines")),
  promo_codes: v.pipe(v.array(codeSchema), v.maxLength(5, "too_many_codes")),
  discount: discountSchema,
  is_pickup: v.boolean(),
  address: v.nullable(addressSchema),
  shipping_method_id: v.nullable(v.pipe(v.string(), v.uuid())),
  /** The agreed delivery price; null: the price of the rate. */
  shipping_price: v.nullable(v.strictObject({ amount: typedRupiah(), reason })),
  /** From the buyer, for the shop. */
  note: optionalTextLine(300),
  staff_note: optionalTextLine(500),
});
export type DraftForm = v.InferInput<typeof draftFormSchema>;
export type DraftContent = v.InferOutput<typeof draftFormSchema>;

export interface Draft {
  readonly id: string;
  readonly revision: number;
  readonly state: DraftState;
  readonly content: DraftContent;
  readonly order: { readonly id: string; readonly number: string } | null;
  /** The unpaid order that the draft's order will replace. */
  readonly replaces: { readonly id: string; readonly number: string } | null;
}

/** How the order is paid: by a pay link, or with money that staff have received. */
export const draftFinishes = ["link", ...counterMethods] as const;
export type DraftFinish = (typeof draftFinishes)[number];
