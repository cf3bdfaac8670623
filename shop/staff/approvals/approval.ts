import type { Permission } from "#shop/kernel/permissions.ts";

/* Acts above a person's limit wait for a colleague (docs/why/staff.md). */

/**
 * The limits of what one person may do alone, named as in `private.limit_of`. Units: percent for `price_cut` and
 * `staff_discount`, people for `recipients`, otherwise whole rupiah.
 */
export const limitKinds = [
  "refund",
  "refund_day",
  "write_off",
  "price_cut",
  "recipients",
  "staff_discount",
] as const;
export type LimitKind = (typeof limitKinds)[number];

/** The limits that a request can be above; refunds have requests of their own (`shop/orders/refund-approvals`). */
export type ApprovedLimit =
  | "write_off"
  | "price_cut"
  | "factor_reset"
  | "recipients"
  | "staff_discount";

/** Which use case performs an approved act. */
export const approvalKinds = [
  "stock",
  "grid",
  "product",
  "sale",
  "bulk-price",
  "import",
  "stocktake",
  "factor",
  "campaign",
  "draft",
] as const;
export type ApprovalKindName = (typeof approvalKinds)[number];

/** One value that the act changes. */
export interface ShownChange {
  /** What it belongs to, e.g. the SKU of a variant. */
  readonly of: string;
  readonly field: "on_hand" | "price" | "was_price" | "sale_price" | "discount" | "delivery";
  /** Pieces or whole rupiah; null: none. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface ShownChanges {
  /** At most `maxShownChanges`, the largest first. */
  readonly changes: readonly ShownChange[];
  /** Changed values in all. */
  readonly total: number;
}

/** What the one who decides sees, as it was when it was asked. */
export interface ShownAct extends ShownChanges {
  /** The name of the thing: a product, a sale, a file, a person, a campaign, the buyer of a draft. */
  readonly title: string;
  /** Why, in the requester's words; of a campaign its subject. */
  readonly note?: string;
  /** A code of `shop/catalogue/stock/stock-ledger.ts`. */
  readonly reason?: string;
  /** Other fields of the product that the same save changes. */
  readonly fields?: readonly string[];
  /** Rows or things of a task. */
  readonly things?: number;
  /** Of a bulk change: by how much. */
  readonly step?: { readonly by: "percent" | "amount"; readonly value: number };
  /** Of a sale; of a campaign that begins later the start alone. ISO 8601. */
  readonly starts_at?: string;
  readonly ends_at?: string;
}

export const maxShownChanges = 50;

/** An act that was refused because it is above a limit, as it is stored until a colleague decides. */
export interface NewApproval {
  readonly kind: ApprovalKindName;
  /** The variant, product, sale, stocktake, import, task, campaign, draft or person. */
  readonly subjectId: string;
  /** What the requester and the one who decides need. */
  readonly permissions: readonly [Permission, ...Permission[]];
  /** The input of the use case with the versions that it was made for, as JSON. */
  readonly payload: object;
  readonly shown: ShownAct;
}

/** Whoever has one of these may have something to decide, or to ask for. */
export const approvalPermissions: readonly Permission[] = [
  "prices.edit",
  "stock.adjust",
  "stocktakes.approve",
  "orders.refund",
  "staff.edit",
  "mail.send",
  "orders.draft",
];

export type LimitProblem =
  /** The act was stored and nothing else happened; a colleague has to approve it. */
  | "waits_for_approval"
  /** Nothing was stored: no colleague has the permissions. */
  | "nobody_may_approve";
