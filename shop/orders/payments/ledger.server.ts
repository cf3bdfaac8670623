import type { Sql } from "#db/client.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

/** The ledger's sums of one payment attempt; the view `private.payment_balances`. */
export interface Balance {
  /** Sum of the charges. */
  readonly charged: Rupiah;
  /** Refunds and chargebacks minus their reversals. */
  readonly returned: Rupiah;
  /** `charged` minus `returned`. */
  readonly balance: Rupiah;
  /** `balance` minus the refunds that are promised and not sent yet. */
  readonly available: Rupiah;
}

/**
 * The balance of a payment attempt. A caller that writes money by it holds the order's lock.
 * @throws Error for a payment that does not exist
 */
export async function balanceOf(sql: Sql, paymentId: string): Promise<Balance> {
  const [balance] = await sql<Balance[]>`
    select charged, returned, balance, available from private.payment_balances
    where payment_id = ${paymentId}`;
  if (!balance) throw new Error(`there is no payment ${paymentId}`);
  return balance;
}
