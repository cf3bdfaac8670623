import { inSavepoint, type Sql, violatedConstraint, withCommit } from "#db/client.server.ts";
import { allocateHolds, holdAgain } from "#shop/catalogue/stock/stock.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";

type PaidMail = "paid" | "deposit_paid";

/**
 * Places an order whose first payment was received, and allocates its holds. The allocation runs at the end of the transaction,
 * so that other orders wait for the stock only until the commit. The caller holds the order's lock.
 */
export async function placePaid(sql: Sql, orderId: string, mail: PaidMail): Promise<void> {
  await Promise.all([markPlaced(sql, orderId), queueOrderMail(sql, orderId, mail)]);
  await withCommit(sql, allocateHolds(sql, orderId));
}

/** Places an order that is sent unpaid: the courier collects the cash, or it costs nothing. */
export async function placeUnpaid(
  sql: Sql,
  orderId: string,
  mail: "placed_for_cash" | "placed_for_nothing",
): Promise<void> {
  await Promise.all([markPlaced(sql, orderId), queueOrderMail(sql, orderId, mail)]);
  await withCommit(sql, allocateHolds(sql, orderId));
}

/**
 * Places an expired order that was paid, if its pieces and promotion uses are still available.
 * @returns false when they are gone; then nothing has changed
 */
export async function placeLate(sql: Sql, orderId: string, mail: PaidMail): Promise<boolean> {
  try {
    await inSavepoint(sql, async (inner) => {
      await holdAgain(inner, orderId);
      await inner`
        update promo_redemptions set status = 'claimed' where order_id = ${orderId} and status = 'released'`;
      await placePaid(inner, orderId, mail);
    });
    return true;
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error;
    return false;
  }
}

async function markPlaced(sql: Sql, orderId: string): Promise<void> {
  await sql`
    update orders set status = 'placed', placed_at = now(), expires_at = null, closed_at = null
    where id = ${orderId}`;
}
