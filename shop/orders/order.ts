import type { LocalText } from "#base/language.ts";
import type { Picture } from "#shop/catalogue/catalogue.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { PromisedDays } from "./promised-days.ts";
import type { Remarks } from "./remarks/remarks.ts";

/** The only stored status of an order; payment and fulfilment status are derived from their ledgers. */
export type OrderStatus =
  | "draft"
  | "awaiting_payment"
  | "placed"
  | "completed"
  | "canceled"
  | "expired";
/** The channel of an order. Staff made every order whose source is not `web`. */
export type OrderSource = "web" | "whatsapp" | "phone" | "counter" | "other";
export type PaymentStatus =
  | "none"
  | "authorized"
  | "partially_paid"
  | "paid"
  | "overcharged"
  | "partially_refunded"
  | "refunded"
  | "voided";
export type FulfilmentStatus = "unfulfilled" | "partial" | "fulfilled" | "delivered" | "canceled";

/** The five stages that a customer sees: Menunggu pembayaran, Diproses, Dikirim, Selesai, Dibatalkan. */
export const orderStages = [
  "awaiting_payment",
  "processing",
  "shipped",
  "done",
  "canceled",
] as const;
export type OrderStage = (typeof orderStages)[number];

export function orderStage(order: {
  status: OrderStatus;
  fulfilment_status: FulfilmentStatus;
}): OrderStage {
  if (order.status === "canceled" || order.status === "expired") return "canceled";
  if (order.status === "draft" || order.status === "awaiting_payment") return "awaiting_payment";
  if (order.status === "completed" || order.fulfilment_status === "delivered") return "done";
  return order.fulfilment_status === "unfulfilled" ? "processing" : "shipped";
}

/** The picture of a line's product. */
export interface OrderPicture extends Picture {
  /** A personalised line with its newest proof that can be drawn, which is shown instead. */
  readonly design?: { readonly line: string; readonly proof: number } | null;
}

/** An order that belongs to another one. */
export interface RelatedOrder {
  readonly id: string;
  readonly number: string;
  readonly total: Rupiah;
}

export interface OrderSummary {
  /** A proof needs the buyer's approval. Only in the buyer's lists. */
  readonly proof_waits?: boolean;
  /** The buyer sent a receipt of the transfer that staff have not confirmed. Only in the buyer's lists. */
  readonly has_payment_proof?: boolean;
  readonly id: string;
  readonly number: string;
  readonly status: OrderStatus;
  readonly payment_status: PaymentStatus;
  readonly fulfilment_status: FulfilmentStatus;
  readonly stage: OrderStage;
  readonly total: Rupiah;
  /** ISO 8601, UTC */
  readonly created_at: string;
  readonly pieces: number;
  /** Of its first line. */
  readonly first_name: string;
  readonly line_count: number;
  readonly pictures: readonly OrderPicture[];
  readonly customer_name: string;
  /** The buyer collects it at the shop: nothing is sent. */
  readonly is_pickup: boolean;
  /** Of a supplement: the order whose design costs more (docs/why/orders.md). Nothing of a supplement is sent. */
  readonly supplement_of: RelatedOrder | null;
}

/** Those of kind `setup` add up to the line's `setup_fee`, all others to its `unit_price`. */
export interface OrderCharge {
  /** A rule's kind, or `plain`: the piece without its design. */
  readonly kind: string;
  readonly label: LocalText;
  readonly count: number;
  readonly amount: Rupiah;
}

export interface OrderLine {
  readonly id: string;
  /** Null when the variant no longer exists. */
  readonly variant_id: string | null;
  readonly name: string;
  readonly options: string;
  readonly sku: string;
  readonly product_slug: string | null;
  readonly picture: Picture | null;
  readonly quantity: number;
  /** Grams per piece; 0 if not weighed. */
  readonly weight_grams: number;
  readonly unit_price: Rupiah;
  /** Once for the line. */
  readonly setup_fee: Rupiah;
  /** What a personalised line costs, part by part; none on a plain line. */
  readonly charges: readonly OrderCharge[];
  readonly discount: Rupiah;
  readonly total: Rupiah;
  /** The price of each piece; they add up to `total`. The last one holds the set-up fee. */
  readonly unit_totals: readonly Rupiah[];
  /** Personalised for this buyer: not returnable after a change of mind. */
  readonly personalised: boolean;
  /** Its design in production; null without one, and for whoever may not see it. */
  readonly customisation: string | null;
  /** The words that are printed on it, of the newest proof: those of all pieces, then those of each piece. */
  readonly words: readonly string[];
  /** Version of the newest proof that can be drawn; null where there is none. */
  readonly proof: number | null;
  /** Of a roster: the words of each piece, empty where it has none of its own; null where all pieces are alike. */
  readonly pieces: readonly string[] | null;
  /** Good pieces that were printed; null for lines without a design and for viewers without access to production. */
  readonly printed: number | null;
  /** Pieces that were sent. */
  readonly shipped: number;
  /** Pieces in prepared shipments that were not sent. */
  readonly prepared: number;
  /** Pieces that will not be sent, because they were refunded before. */
  readonly withdrawn: number;
  /** Pieces whose refund was made or promised. */
  readonly refunded: number;
}

/** Pieces that still need a shipment. */
export function piecesToShip(line: OrderLine): number {
  return line.quantity - line.shipped - line.prepared - line.withdrawn;
}

/** Whether fewer good pieces are printed than the line needs, without refunded pieces. */
export function hasUnprinted(line: OrderLine): boolean {
  return line.printed !== null && line.quantity - line.withdrawn > line.printed;
}

/** Who caused an event: the buyer, the shop's staff, or the program itself, e.g. when a payment expires. */
export type OrderActor = "buyer" | "shop" | "system";

export interface OrderEvent {
  readonly by: OrderActor;
  /** The staff member's name, shown to staff only; null for all others and for a person without a name. */
  readonly by_name: string | null;
  readonly kind:
    | "placed"
    | "payment_pending"
    | "payment_declined"
    | "paid"
    | "packed"
    | "shipped"
    | "delivered"
    | "canceled"
    | "expired"
    | "refund_requested"
    | "refunded"
    | "needs_review"
    | "note"
    | "cancel_requested"
    | "shipment_prepared"
    | "shipment_canceled"
    | "shipment_delivered"
    | "tracking_corrected"
    | "remarks_changed"
    | "address_changed"
    | "refund_failed"
    | "refund_account"
    | "return_requested"
    | "return_approved"
    | "return_declined"
    | "return_in_transit"
    | "return_received"
    | "return_refunded"
    | "return_closed"
    | "return_canceled"
    | "claim_requested"
    | "claim_approved"
    | "claim_declined"
    | "claim_resolved"
    | "claim_canceled"
    | "replacement_prepared"
    | "mail_undelivered"
    | "buyer_told"
    | "email_corrected"
    | "payment_proof_attached"
    | "money_confirmed"
    | "payment_checked"
    | "terms_accepted"
    | "pay_link_made"
    | "step_undone"
    /** `details`: `order_id` and `number` of the other order. */
    | "replaced"
    | "replaces";
  readonly at: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Staff undid the step. */
  readonly undone: boolean;
}

export interface Shipment {
  readonly id: string;
  /** `INV-10001-F1`: the n-th shipment of its order. */
  readonly number: string;
  /** A replacement is an additional shipment beyond the ordered pieces. */
  readonly kind: "order" | "replacement";
  readonly status: "pending" | "shipped" | "delivered" | "canceled";
  readonly courier: string;
  readonly service: string;
  readonly tracking_number: string | null;
  /** The courier's tracking address with `{resi}`; null without one. */
  readonly tracking_url: string | null;
  readonly shipped_at: string | null;
  readonly delivered_at: string | null;
  readonly lines: readonly { readonly order_line_id: string; readonly quantity: number }[];
}

/** How a refund is paid: to the original payment method, or by a bank transfer that staff make. */
export type RefundChannel = "original" | "bank_transfer";

export interface PaymentAttempt {
  readonly id: string;
  readonly provider: string;
  /** `{provider}:{method}`, e.g. `builtin:card` */
  readonly method: string;
  readonly kind: "card" | "wallet" | "popup" | "redirect" | "instructions" | "offline";
  readonly status:
    | "created"
    | "pending"
    | "authorized"
    | "settled"
    | "declined"
    | "error"
    | "expired"
    | "canceled";
  readonly amount: Rupiah;
  readonly expires_at: string;
  /** The reason of the refusal: `card_declined`, `insufficient_funds`, … */
  readonly decline_code: string | null;
}

export interface SettledPayment {
  /** `{provider}:{method}` */
  readonly method: string;
  readonly amount: Rupiah;
}

export interface OrderRefund {
  readonly id: string;
  readonly amount: Rupiah;
  readonly reason: string;
  readonly status: "requested" | "pending" | "succeeded" | "failed";
  readonly channel: RefundChannel | "by_hand";
  readonly created_at: string;
  /** The bank account of a transfer; null until the customer has given it. */
  readonly account: {
    readonly bank: string;
    readonly account_number: string;
    readonly holder: string;
  } | null;
  /** The supplement of the order whose payment gives it back; null for the order's own. */
  readonly supplement: RelatedOrder | null;
}

/** Texts are empty where the order has none, e.g. after the account was deleted. */
export interface OrderAddress {
  readonly street: string;
  readonly landmark: string;
  readonly region_code: string;
  readonly region_name: string;
  readonly postal_code: string;
}

export interface OrderDetail extends OrderSummary, PromisedDays {
  readonly remarks: Remarks;
  readonly address: OrderAddress;
  /** Whether the reader may correct the address. */
  readonly can_correct_address: boolean;
  /** Whether the reader may change the remarks. */
  readonly can_change_remarks: boolean;
  /** What its slowest print takes, see `PrintSpec.days`; 0 of plain goods. */
  readonly production_days: number;
  /** Its supplements that were not given up. */
  readonly supplements: readonly RelatedOrder[];
  /** What all its supplements captured, and gave back of it. */
  readonly supplement_money: { readonly received: Rupiah; readonly returned: Rupiah };
  readonly lines: readonly OrderLine[];
  readonly events: readonly OrderEvent[];
  readonly shipments: readonly Shipment[];
  readonly payment: PaymentAttempt | null;
  /** The settled payments, the oldest first: of an order with a deposit, the deposit and the balance. */
  readonly settled_payments: readonly SettledPayment[];
  readonly subtotal: Rupiah;
  readonly discount: Rupiah;
  /** Delivery paid, after a promotion on it. */
  readonly shipping: Rupiah;
  readonly shipping_discount: Rupiah;
  /** The payment method's surcharge; negative for a deduction, e.g. the code of a bank transfer. */
  readonly payment_fee: Rupiah;
  /** Staff accepted a different amount than requested, and the fee contains the difference. */
  readonly is_fee_adjusted: boolean;
  readonly tax_included: Rupiah;
  readonly paid_total: Rupiah;
  readonly refunded_total: Rupiah;
  /** Whole rupiah whose payment places the order; null: the order has no deposit. */
  readonly deposit: Rupiah | null;
  /** The amount due without the fee of a payment method, whole rupiah; 0 while the order cannot be paid. */
  readonly due: Rupiah;
  /** Its own and those of its supplements, oldest first (docs/why/orders.md). */
  readonly refunds: readonly OrderRefund[];
  /** Captured, minus the refunds made and promised. */
  readonly refundable: Rupiah;
  /** Delivery cost that can still be refunded. */
  readonly refundable_shipping: Rupiah;
  readonly promos: readonly { readonly code: string; readonly discount: Rupiah }[];
  readonly shipping_name: string;
  readonly courier: string;
  readonly service: string;
  readonly recipient: string;
  readonly phone: string;
  /** Street, landmark and region at the time of the order, one line each. */
  readonly address_lines: readonly string[];
  readonly email: string;
  /** Version of the terms that the buyer accepted; readable at `/TermsAndConditions/{version}`. */
  readonly terms_version: string;
  readonly can_cancel: boolean;
  /** The buyer can no longer cancel but can request a cancellation. */
  readonly can_ask_to_cancel: boolean;
  readonly needs_review: boolean;
  readonly can_pay: boolean;
  /** The order has a personalised line. */
  readonly is_customised: boolean;
  /** The order was paid, regardless of later refunds. */
  readonly has_invoice: boolean;
  readonly source: OrderSource;
  /** When the unpaid order expires; null once paid. */
  readonly expires_at: string | null;
  /** The order leaves little stock, so its time to pay is shorter than usual. */
  readonly is_scarce: boolean;
}

/** The courier has to collect cash. */
export function isCashDue(order: Pick<OrderDetail, "status" | "payment">): boolean {
  const isOnItsWay = order.status === "placed" || order.status === "completed";
  return isOnItsWay && order.payment?.kind === "offline" && order.payment.status === "pending";
}

/** Whether the buyer should have cash ready: the order is paid on delivery, and the goods have not arrived yet. */
export function isCashAhead(
  order: Pick<OrderDetail, "status" | "payment" | "fulfilment_status">,
): boolean {
  return isCashDue(order) && orderStage(order) !== "done";
}

/**
 * The courier collects the cash with this shipment: the first one of the order. A further shipment or a replacement would
 * collect it twice.
 * @param number of a shipment, also of one that is not prepared yet
 */
export function collectsCash(
  order: Pick<OrderDetail, "status" | "payment" | "shipments">,
  number: string,
): boolean {
  const live = order.shipments.filter(({ status }) => status !== "canceled");
  const first = live.find(({ kind }) => kind === "order");
  const isFirst = first ? first.number === number : live.every((other) => other.number !== number);
  return isCashDue(order) && isFirst;
}
