import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { queueOrderMail } from "./mails/order-mail.server.ts";
import { hasPayLink, payAddress, storePayLink } from "./pay-address.server.ts";
import { owesBalance } from "./payments/amount-due.server.ts";

export type PayLinkProblem = "not_permitted" | "order_not_found" | "order_not_payable";

/**
 * Staff: makes the pay link of an order that is unpaid or has an unpaid balance.
 * @param isMailed also mails the link, if the order has an email address
 */
export function makePayLink(
  actor: Person,
  orderId: string,
  isMailed: boolean,
): Promise<Result<null, PayLinkProblem>> {
  if (!isUuid(orderId)) return Promise.resolve(fail("order_not_found"));
  return asStaff<null, PayLinkProblem>(actor, "orders.draft", async (sql) => {
    const [order] = await sql<{ is_payable: boolean; is_balance: boolean }[]>`
      select o.customer_id is not null and (o.status = 'awaiting_payment' or ${owesBalance(sql)}) as is_payable,
        o.status = 'placed' as is_balance
      from orders o where o.id = ${orderId} for no key update`;
    if (!order) return fail("order_not_found");
    if (!order.is_payable) return fail("order_not_payable");
    await storePayLink(sql, orderId, actor.id);
    if (isMailed)
      await mailLink(sql, orderId, order.is_balance ? "balance_due" : "awaiting_payment");
    return ok(null);
  });
}

/** Minutes after a mail in which a repeated request sends no other mail. */
const mailPause = 10;

/** Mails the link, unless the last mail about it is younger than `mailPause`. */
async function mailLink(
  sql: Sql,
  orderId: string,
  kind: "awaiting_payment" | "balance_due",
): Promise<void> {
  const [earlier] = await sql<{ is_recent: boolean }[]>`
    select bool_or(created_at > now() - make_interval(mins => ${mailPause})) as is_recent from private.outbox
    where dedupe_key = ${`order:${kind}:${orderId}`} or dedupe_key like ${`order:${kind}:${orderId}:%`}
    having count(*) > 0`;
  if (earlier?.is_recent) return;
  await queueOrderMail(sql, orderId, kind, earlier ? dateNow().toISOString().slice(0, 16) : "");
}

/** Staff: the pay link of an order; null where none was made. Undefined without `orders.draft`. */
export async function findPayLink(
  actor: Person,
  order: { readonly id: string },
): Promise<string | null | undefined> {
  if (!may(actor, "orders.draft")) return undefined;
  const [found] = await asShop()<{ language: Language }[]>`
    select o.language from orders o where o.id = ${order.id} and ${hasPayLink(asShop())}`;
  return found ? payAddress(order.id, found.language) : null;
}
