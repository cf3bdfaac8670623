import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { PaymentAttempt } from "#shop/orders/order.ts";
import { dueBeforeFee, nextPart } from "#shop/orders/payments/amount-due.server.ts";
import { offersFor } from "#shop/orders/payments/offers/offers.server.ts";
import { findMethod, nameMethod } from "#shop/settings/payment-methods/methods.server.ts";
import type { Destination } from "#shop/settings/shipping/zones/matching-zones.server.ts";
import type { BankAccount, PaymentPage, PaymentView } from "./payment-page.ts";

interface Row {
  id: string | null;
  method: string;
  status: PaymentAttempt["status"];
  amount: number;
  fee: number;
  expires_at: Date;
  client: Record<string, string> | null;
  proof_at: Date | null;
  owed: number;
  is_part: boolean;
  destination: Destination;
}

/** The payment of the actor's own order that awaits payment or its balance, with the other payment methods. */
export async function findPayment(
  actor: Person,
  orderId: string,
  language: Language,
): Promise<PaymentPage | undefined> {
  if (!isUuid(orderId)) return undefined;
  const sql = asShop();
  const [row] = await sql<Row[]>`
    select p.id, p.provider || ':' || p.method as method, p.status, p.amount, p.fee, p.expires_at, p.client,
      p.proof_at, ${dueBeforeFee(sql)} as owed, o.deposit is not null as is_part,
      json_build_object('region_code', coalesce(o.address ->> 'region_code', ''),
        'postal_code', coalesce(o.address ->> 'postal_code', '')) as destination
    from orders o left join lateral (
      select * from payments where order_id = o.id and part = ${nextPart(sql)} order by created_at desc limit 1
    ) p on true
    where o.id = ${orderId} and o.customer_id = ${actor.id}`;
  if (!row) return undefined;
  const purchase = {
    amount: row.owed,
    isPart: row.is_part,
    destination: row.destination,
    customerId: actor.id,
    orderId,
  };
  const [offers, accounts] = await Promise.all([
    offersFor(sql, purchase, language),
    row.method === "transfer:bank" ? listAccounts() : [],
  ]);
  return {
    offers,
    payment: row.id === null ? null : viewOf({ ...row, id: row.id }, accounts, language),
  };
}

function viewOf(
  row: Row & { id: string },
  accounts: readonly BankAccount[],
  language: Language,
): PaymentView | null {
  const chosen = findMethod(row.method);
  // The shop no longer has this payment method: the customer has to choose another.
  if (!chosen) return null;
  const isOpen =
    row.status === "pending" || row.status === "declined" || row.status === "authorized";
  const { browser } = chosen.provider;
  return {
    id: row.id,
    method: nameMethod(chosen, language),
    status: row.status,
    amount: row.amount,
    fee: row.fee,
    expires_at: row.expires_at.toISOString(),
    client: isOpen ? row.client : null,
    proof_at: row.proof_at?.toISOString() ?? null,
    accounts,
    script: browser ? { address: browser.script, options: browser.options } : null,
  };
}

async function listAccounts(): Promise<BankAccount[]> {
  return asShop()<BankAccount[]>`
    select bank, number, holder from bank_accounts where enabled order by position, bank`;
}
