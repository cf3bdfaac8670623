import { AppError } from "#base/errors.ts";
import type { Language } from "#base/language.ts";
import { fail, type Result } from "#base/result.ts";
import { asShop, inTransaction } from "#db/client.server.ts";
import { countRequest, uncountRequest } from "#db/rate-limit.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { isFeeAdjusted } from "#shop/orders/adjusted-fee.server.ts";
import {
  type FulfilmentStatus,
  isCashDue,
  type OrderDetail,
  type OrderStage,
  type OrderStatus,
  orderStage,
} from "#shop/orders/order.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { hashOfPayToken } from "#shop/orders/pay-address.server.ts";
import { dueBeforeFee, isPayable } from "#shop/orders/payments/amount-due.server.ts";
import { drawPaymentQr } from "#shop/orders/payments/attempts/draw-qr.server.ts";
import { findPayment } from "#shop/orders/payments/attempts/find-payment.server.ts";
import { type PayAgainProblem, payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import type { PaymentPage } from "#shop/orders/payments/attempts/payment-page.ts";
import { settleOrder } from "#shop/orders/payments/settlement/settle-order.server.ts";
import { isPickup } from "#shop/orders/pickup-order.server.ts";

/** Wrong tokens per network in ten minutes, as for the links of mails. */
const wrongTokens = { limit: 30, windowSeconds: 600 };
const pattern = /^[A-Za-z0-9_-]{22}$/;

/** An order on the page of its pay link, without personal data, because a link can be forwarded. */
export interface LinkedOrder {
  readonly id: string;
  readonly number: string;
  readonly stage: OrderStage;
  readonly is_expired: boolean;
  readonly lines: readonly {
    readonly name: string;
    readonly options: string;
    readonly quantity: number;
    readonly total: Rupiah;
  }[];
  readonly shipping: Rupiah;
  /** The payment method's fee or deduction. */
  readonly payment_fee: Rupiah;
  readonly is_fee_adjusted: boolean;
  readonly total: Rupiah;
  /** The total is paid in cash when the goods arrive or are picked up. */
  readonly is_cash_due: boolean;
  readonly is_pickup: boolean;
  readonly paid_total: Rupiah;
  /** Whole rupiah whose payment places the order; null: the order has no deposit. */
  readonly deposit: Rupiah | null;
  /** The amount due, whole rupiah, without the fee of a payment method. */
  readonly due: Rupiah;
  /** ISO 8601, UTC; until when it can be paid. */
  readonly expires_at: string | null;
  readonly is_scarce: boolean;
  readonly terms_version: string;
  /** Null once it cannot be paid. */
  readonly payment: PaymentPage | null;
}

interface Holder {
  readonly order_id: string;
  /** The account of the order, in whose name the payment is opened. */
  readonly payer: Person;
}

/**
 * The order of a pay link.
 * @param network counts wrong tokens
 * @returns undefined for a wrong or expired token; "too_many_requests" after too many wrong ones
 */
export async function findOrderToPay(
  token: string,
  network: string,
  language: Language,
): Promise<LinkedOrder | "too_many_requests" | undefined> {
  const holder = await holderOf(token, network);
  if (holder === undefined || holder === "too_many_requests") return holder;
  return readOrder(holder, language);
}

/** Records that the buyer accepted the terms, as the page states, and opens a payment of the order. */
export async function payByLink(
  token: string,
  network: string,
  method: string,
): Promise<Result<unknown, PayAgainProblem | "payment_unavailable">> {
  const holder = await holderOf(token, network);
  if (holder === undefined || holder === "too_many_requests") return fail("order_not_found");
  await acceptTerms(holder.order_id);
  try {
    return await payAgain(holder.payer, holder.order_id, method);
  } catch (error) {
    if (error instanceof AppError && error.code === "payment_unavailable") {
      return fail("payment_unavailable");
    }
    throw error;
  }
}

/** Settles the open payment without waiting for a notification. */
export async function settleByLink(token: string, network: string): Promise<void> {
  const holder = await holderOf(token, network);
  if (holder === undefined || holder === "too_many_requests") return;
  await settleOrder(holder.payer, holder.order_id);
}

/** The QR code of the open payment as a PNG. */
export async function qrByLink(
  token: string,
  network: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const holder = await holderOf(token, network);
  if (holder === undefined || holder === "too_many_requests") return undefined;
  return drawPaymentQr(holder.payer, holder.order_id);
}

async function holderOf(
  token: string,
  network: string,
): Promise<Holder | "too_many_requests" | undefined> {
  const key = `pay-link:${network}`;
  // Count first, so that parallel requests are limited too.
  if ((await countRequest(key, wrongTokens)) > 0) return "too_many_requests";
  if (!pattern.test(token)) return undefined;
  // The link of a replaced order opens its last replacement.
  const [found] = await asShop()<{ order_id: string; customer_id: string }[]>`
    with recursive replacements as (
      select order_id, 0 as depth from private.order_links
      where token_hash = ${hashOfPayToken(token)} and purpose = 'pay' and expires_at > now()
      union all
      select d.order_id, r.depth + 1 from replacements r join order_drafts d on d.replaces = r.order_id and d.state = 'ordered'
    )
    select o.id as order_id, o.customer_id from replacements r join orders o on o.id = r.order_id
    where o.customer_id is not null order by r.depth desc limit 1`;
  if (!found) return undefined;
  await uncountRequest(key);
  const { order_id, customer_id: id } = found;
  const nobody = { email: undefined, permissions: [], claims: {} };
  return { order_id, payer: { kind: "person", id, role: "CUSTOMER", ...nobody } };
}

type Row = Omit<LinkedOrder, "stage" | "expires_at" | "payment" | "is_cash_due"> & {
  attempt: OrderDetail["payment"];
  status: OrderStatus;
  fulfilment_status: FulfilmentStatus;
  expires_at: Date | null;
  is_payable: boolean;
};

async function readOrder(
  { order_id, payer }: Holder,
  language: Language,
): Promise<LinkedOrder | undefined> {
  const sql = asShop();
  const [row] = await sql<Row[]>`
    select o.id, o.number, ${isPickup(sql)} as is_pickup, o.status, o.fulfilment_status, o.status = 'expired' or o.expires_at <= now() as is_expired,
      (
        select json_agg(json_build_object('name', l.name, 'options', l.options, 'quantity', l.quantity, 'total', l.total)
          order by l.position)
        from order_lines l where l.order_id = o.id
      ) as lines, (
        select json_build_object('kind', p.kind, 'status', p.status)
        from payments p where p.order_id = o.id order by p.created_at desc limit 1
      ) as attempt, o.shipping, o.payment_fee, ${isFeeAdjusted(sql)} as is_fee_adjusted, o.total, o.paid_total, o.expires_at, coalesce(o.expires_at <= o.pay_before, false)
        and o.source = 'web' as is_scarce, o.terms_version,
      ${isPayable(sql)} as is_payable, o.deposit, ${dueBeforeFee(sql)} as due
    from orders o where o.id = ${order_id}`;
  if (!row) return undefined;
  const { status, fulfilment_status, expires_at, is_payable, attempt, ...order } = row;
  const payment = is_payable ? await findPayment(payer, order_id, language) : undefined;
  return {
    ...order,
    is_expired: order.is_expired ?? false,
    is_cash_due: isCashDue({ status, payment: attempt }),
    stage: orderStage({ status, fulfilment_status }),
    expires_at: expires_at?.toISOString() ?? null,
    payment: payment ?? null,
  };
}

/** Once for each version of the terms. */
async function acceptTerms(orderId: string): Promise<void> {
  await inTransaction(async (sql) => {
    const [order] = await sql<{ terms_version: string }[]>`
      select terms_version from orders where id = ${orderId} and status = 'awaiting_payment' for no key update`;
    if (!order) return;
    // A separate statement after the lock: its snapshot includes what a concurrent request committed.
    const [accepted] = await sql`
      select 1 from order_events where order_id = ${orderId} and kind = 'terms_accepted'
        and details ->> 'version' = ${order.terms_version}`;
    if (accepted) return;
    await recordEvent(sql, orderId, "terms_accepted", { version: order.terms_version });
  });
}
