import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { isPaidBy } from "#shop/promotions/eligibility.ts";
import {
  allMethods,
  type ChosenMethod,
  nameMethod,
} from "#shop/settings/payment-methods/methods.server.ts";
import {
  type Destination,
  takesCash,
} from "#shop/settings/shipping/zones/matching-zones.server.ts";
import { type CashRules, leastTransfer, whyNotAmount, whyNotCash } from "./offers.ts";
import type { PaymentOffer } from "./payment-offer.ts";

interface Purchase {
  /** Goods and delivery to pay, without the fee. Whole rupiah. */
  readonly amount: Rupiah;
  /** A deposit or a balance, which cash on delivery cannot pay. */
  readonly isPart?: boolean;
  /** Null while the destination is unknown. */
  readonly destination: Destination | null;
  readonly customerId: string | null;
  /** An existing order: the payment limits of its promotions and its delivery still apply. */
  readonly orderId?: string;
}

interface Facts extends CashRules {
  takes_cash: boolean | null;
  unpaid_shipments: number;
}

/** The payment methods with their fees, and the reason if this purchase cannot use one. Without cash for a part. */
export async function offersFor(
  sql: Sql,
  purchase: Purchase,
  language: Language,
): Promise<PaymentOffer[]> {
  const methods = allMethods().filter(
    ({ method }) => !purchase.isPart || method.kind !== "offline",
  );
  const needsFacts = methods.some(({ method }) => method.kind === "offline");
  const takesTransfers = methods.some(({ provider }) => provider.name === "transfer");
  const [facts, limits, hasAccount] = await Promise.all([
    needsFacts ? readFacts(sql, purchase) : undefined,
    purchase.orderId ? orderLimits(sql, purchase.orderId) : [],
    takesTransfers && hasBankAccount(sql),
  ]);
  return methods.map((chosen) => {
    const offer = { ...nameMethod(chosen, language), ...terms(chosen, purchase, facts) };
    const isAllowed = limits.every((allowed) => isPaidBy(allowed, offer.id));
    if (!isAllowed) return { ...offer, problem: { code: "not_for_order" } };
    // A bank transfer needs an account of the shop.
    const isUnready = chosen.provider.name === "transfer" && !hasAccount;
    const isLeftAlone =
      offer.problem === null && (isUnready || chosen.provider.openForSeconds?.() !== undefined);
    return isLeftAlone ? { ...offer, problem: { code: "not_now" } } : offer;
  });
}

function terms(
  { provider, method }: ChosenMethod,
  purchase: Purchase,
  facts: Facts | undefined,
): Pick<PaymentOffer, "fee" | "problem"> {
  if (method.kind === "offline" && facts) {
    const problem = whyNotCash(facts, {
      amount: purchase.amount,
      takesCash: facts.takes_cash ?? undefined,
      unpaidShipments: facts.unpaid_shipments,
    });
    return { fee: facts.cod_fee, problem };
  }
  const least = provider.name === "transfer" ? leastTransfer : undefined;
  return { fee: 0, problem: whyNotAmount(purchase.amount, { least, max: method.max }) };
}

async function hasBankAccount(sql: Sql): Promise<boolean> {
  const [found] = await sql`select from bank_accounts where enabled limit 1`;
  return found !== undefined;
}

/**
 * Payment methods that an order's promotions and its delivery allowed when it was placed, one list for each that limits
 * them.
 */
async function orderLimits(sql: Sql, orderId: string): Promise<readonly (readonly string[])[]> {
  const [order] = await sql<{ payment_limits: string[][] }[]>`
    select payment_limits from orders where id = ${orderId}`;
  return order?.payment_limits ?? [];
}

async function readFacts(sql: Sql, { destination, customerId }: Purchase): Promise<Facts> {
  const cash = destination ? takesCash(sql, destination) : sql`select null::boolean`;
  const [facts] = await sql<Facts[]>`
    select cod_fee, cod_min, cod_max,
      (${cash}) as takes_cash,
      (
        select count(*)::int from orders o join payments p on p.order_id = o.id
        where o.customer_id = ${customerId} and p.kind = 'offline' and p.status in ('created', 'pending')
          and o.status in ('placed', 'completed')
      ) as unpaid_shipments
    from shop_settings`;
  if (!facts) throw new Error("the shop has no settings row");
  return facts;
}
