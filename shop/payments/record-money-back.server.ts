import type { Sql } from "#db/client.server.ts";
import type { MoneyBack, ProviderPayment } from "#integrations/payment/provider.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { queueOrderMail } from "#shop/orders/order-mail.server.ts";
import { addTask } from "./payment-tasks.server.ts";

interface Paid {
  readonly id: string;
  readonly order_id: string;
}

/** What a provider gave back of a payment, and what banks took back of it: each movement of money once. */
export async function recordMoneyBack(
  sql: Sql,
  payment: Paid,
  told: ProviderPayment,
): Promise<void> {
  for (const refund of told.refunds) {
    if (!(await add(sql, payment, "refund", refund))) continue;
    await recordEvent(sql, payment.order_id, "refunded", { amount: refund.amount });
    await queueOrderMail(sql, payment.order_id, "refunded");
  }
  for (const chargeback of told.chargebacks) {
    if (!(await add(sql, payment, "chargeback", chargeback))) continue;
    await addTask(sql, payment, "chargeback", {
      amount: chargeback.amount,
      reference: chargeback.reference,
    });
  }
  for (const reversal of told.reversals) {
    // Only what the ledger says has gone can come back.
    const [gone] = await sql`
      select from payment_transactions where payment_id = ${payment.id}
        and kind in ('refund', 'chargeback') and provider_reference = ${reversal.reference}`;
    if (gone) await add(sql, payment, "refund_reversed", reversal);
  }
}

async function add(
  sql: Sql,
  payment: Paid,
  kind: "refund" | "chargeback" | "refund_reversed",
  { amount, reference }: MoneyBack,
): Promise<boolean> {
  const added = await sql`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
    values (${payment.id}, ${payment.order_id}, ${kind}, ${amount}, ${reference})
    on conflict do nothing returning id`;
  return added.length > 0;
}
