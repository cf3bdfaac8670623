import type { LocalText } from "#base/language.ts";

/* The settings that staff change by screen: parts of the one row of `shop_settings`, each a form. */

export const settingsParts = ["shop", "orders", "tax", "cod"] as const;
export type SettingsPart = (typeof settingsParts)[number];

/** How a setting is typed and checked. Numbers are whole. */
export type SettingField =
  | { readonly name: string; readonly kind: "line"; readonly max: number; readonly required?: true }
  | { readonly name: string; readonly kind: "both"; readonly max: number }
  | { readonly name: string; readonly kind: "email" }
  | { readonly name: string; readonly kind: "phone" }
  /** An Indonesian tax number. */
  | { readonly name: string; readonly kind: "npwp" }
  | { readonly name: string; readonly kind: "flag" }
  | { readonly name: string; readonly kind: "choice"; readonly values: readonly string[] }
  | {
      readonly name: string;
      readonly kind: "whole" | "rupiah";
      readonly min: number;
      readonly max: number;
      /** An empty field means: no limit. */
      readonly optional?: true;
      /** A limit of actions without approval. Only administrators who reauthenticated recently change it (docs/why/staff.md). */
      readonly isLimit?: true;
    };

const refundLimit = {
  kind: "rupiah",
  min: 0,
  max: 1_000_000_000_000,
  optional: true,
  isLimit: true,
} as const;

/** The fields of each part; names are columns, and their limits are the columns' constraints. */
export const settingFields: Readonly<Record<SettingsPart, readonly SettingField[]>> = {
  shop: [
    { name: "name", kind: "line", max: 60, required: true },
    { name: "legal_name", kind: "line", max: 120 },
    { name: "street", kind: "line", max: 200 },
    { name: "city", kind: "line", max: 120 },
    { name: "email", kind: "email" },
    { name: "whatsapp", kind: "phone" },
    { name: "hours", kind: "both", max: 200 },
    {
      name: "time_zone",
      kind: "choice",
      values: ["Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura"],
    },
  ],
  orders: [
    { name: "order_prefix", kind: "line", max: 10 },
    { name: "order_numbering", kind: "choice", values: ["counted", "random"] },
    { name: "guest_checkout", kind: "flag" },
    { name: "payment_minutes", kind: "whole", min: 5, max: 10_080 },
    { name: "instructions_minutes", kind: "whole", min: 10, max: 10_080 },
    { name: "scarce_pieces", kind: "whole", min: 0, max: 1000 },
    { name: "scarce_payment_minutes", kind: "whole", min: 5, max: 10_080 },
    { name: "scarce_transfers", kind: "flag" },
    { name: "max_pieces", kind: "whole", min: 1, max: 99 },
    { name: "low_stock_pieces", kind: "whole", min: 0, max: 1000 },
    { name: "low_stock_mails", kind: "flag" },
    { name: "return_days", kind: "whole", min: 0, max: 365 },
    { name: "claim_days", kind: "whole", min: 0, max: 365 },
    { name: "return_postage", kind: "choice", values: ["buyer", "shop"] },
    { ...refundLimit, name: "refund_limit" },
    { ...refundLimit, name: "refund_day_limit" },
  ],
  tax: [
    { name: "charges_ppn", kind: "flag" },
    { name: "npwp", kind: "npwp" },
  ],
  cod: [
    { name: "cod_fee", kind: "rupiah", min: 0, max: 1_000_000 },
    { name: "cod_min", kind: "rupiah", min: 0, max: 1_000_000_000_000 },
    { name: "cod_max", kind: "rupiah", min: 0, max: 1_000_000_000_000 },
  ],
};

export type SettingValue = string | number | boolean | null | LocalText;
/** The values of a part by column. */
export type SettingValues = Readonly<Record<string, SettingValue>>;

export function isSettingsPart(value: unknown): value is SettingsPart {
  return settingsParts.some((part) => part === value);
}
