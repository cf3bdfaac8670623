import type { Sql, SqlFragment } from "#db/client.server.ts";

/** What a payment pays, as the column `payments.part`. */
export type PaymentPart = "whole" | "deposit" | "balance";

/**
 * SQL: the amount due of the order `o`, whole rupiah, without the fee of a payment method. An order with a deposit has no
 * fee.
 */
export function dueBeforeFee(sql: Sql): SqlFragment {
  return sql`(case when o.deposit is null then o.subtotal - o.discount + o.shipping - o.paid_total
    else private.amount_due(o.id) end)`;
}

/** SQL: whether a deposit placed the order `o` and its balance is unpaid. */
export function owesBalance(sql: Sql): SqlFragment {
  return sql`(o.deposit is not null and o.status = 'placed' and private.amount_due(o.id) > 0)`;
}

/** SQL: whether the order `o` can be paid now. */
export function isPayable(sql: Sql): SqlFragment {
  return sql`(o.status = 'awaiting_payment' and o.expires_at > now() and o.paid_total < o.total or ${owesBalance(sql)})`;
}

/** SQL: the part that the next payment of the order `o` pays. */
export function nextPart(sql: Sql): SqlFragment {
  return sql`(case when o.deposit is null then 'whole' when o.status = 'placed' then 'balance' else 'deposit' end)`;
}
