import { config } from "#base/config.server.ts";
import { AppError, notFound } from "#base/errors.ts";
import { type Language, localPath } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import {
  asShop,
  inSavepoint,
  type Sql,
  type SqlFragment,
  violatedConstraint,
} from "#db/client.server.ts";
import { unavailable } from "#integrations/payment/circuit.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { hasPayLink, payAddress } from "#shop/orders/pay-address.server.ts";
import {
  dueBeforeFee,
  nextPart,
  type PaymentPart,
} from "#shop/orders/payments/amount-due.server.ts";
import type { ChosenMethod } from "#shop/settings/payment-methods/methods.server.ts";
import { freeTransferCode, highestTransferCode } from "./transfer-code.server.ts";

/** The longest that an order waits for its payment, however often its payment method changes. */
const maxWait = "2 days";
/** Time for a cash-on-delivery shipment: long enough for the slowest one to return. */
const cashWait = "60 days";
/** Attempts to draw a transfer code: two buyers may draw the same one at the same moment. */
const draws = 5;

/**
 * Writes a new attempt for the amount due, inside the caller's transaction. The order's total and deadline follow the payment
 * method. The total of an order with a deposit never changes: the code of a transfer raises the deposit and lowers the balance,
 * and a transfer of the balance has no code.
 * @param fee the offer's surcharge, whole rupiah
 */
export async function prepareAttempt(
  sql: Sql,
  orderId: string,
  chosen: ChosenMethod,
  fee: Rupiah,
): Promise<string> {
  const { due, part } = await nextPayment(sql, orderId);
  if (part !== "whole") return preparePart(sql, orderId, chosen, { due, part });
  if (chosen.provider.name !== "transfer") return writeAttempt(sql, orderId, chosen, fee);
  return withTransferCode(sql, due, (inner, code) => writeAttempt(inner, orderId, chosen, -code));
}

/** Draws a transfer code and writes the attempt with it. @param due whole rupiah, from which the code is subtracted */
async function withTransferCode(
  sql: Sql,
  due: Rupiah,
  write: (inner: Sql, code: number) => Promise<string>,
): Promise<string> {
  for (let draw = 1; ; draw++) {
    const code = await freeTransferCode(sql, due);
    if (code === undefined) throw new AppError("payment_unavailable", 503);
    try {
      return await inSavepoint(sql, (inner) => write(inner, code));
    } catch (error) {
      if (violatedConstraint(error) !== "transfer_amount_taken" || draw === draws) throw error;
    }
  }
}

/**
 * The same as one query for an order that is being written with a quick payment method without a fee, the usual case:
 * nothing of the order has to change.
 * @returns undefined for any other payment method, which `prepareAttempt` writes
 */
export function quickAttempt(
  sql: Sql,
  orderId: string,
  { provider, method }: ChosenMethod,
  fee: Rupiah,
): SqlFragment | undefined {
  const isAsWritten = fee === 0 && method.pace === "quick" && method.kind !== "offline";
  if (!isAsWritten || provider.name === "transfer") return undefined;
  return sql`
    insert into payments (order_id, customer_id, provider, method, kind, amount, fee, mode, created_at, expires_at)
    select id, customer_id, ${provider.name}, ${method.id}, ${method.kind}, total, payment_fee, ${provider.mode},
      clock_timestamp(), expires_at
    from orders where id = ${orderId}`;
}

interface NextPayment {
  /** Whole rupiah, without the fee of a payment method. */
  readonly due: Rupiah;
  readonly part: PaymentPart;
}

async function nextPayment(sql: Sql, orderId: string): Promise<NextPayment> {
  const [order] = await sql<NextPayment[]>`
    select ${dueBeforeFee(sql)} as due, ${nextPart(sql)} as part from orders o where id = ${orderId}`;
  if (!order) throw notFound("order");
  return order;
}

/**
 * Writes an attempt for a deposit or a balance. The code of a transfer is added to the deposit, so that the payment covers the
 * deposit. The balance is lower by this code and has no code.
 */
async function preparePart(
  sql: Sql,
  orderId: string,
  chosen: ChosenMethod,
  { due, part }: NextPayment,
): Promise<string> {
  if (part === "deposit" && chosen.provider.name === "transfer") {
    const most = due + highestTransferCode + 1;
    return withTransferCode(sql, most, (inner, code) =>
      writePart(inner, orderId, chosen, { due: most - code, part }),
    );
  }
  try {
    return await inSavepoint(sql, (inner) => writePart(inner, orderId, chosen, { due, part }));
  } catch (error) {
    if (violatedConstraint(error) !== "transfer_amount_taken") throw error;
    throw new AppError("payment_unavailable", 503);
  }
}

async function writePart(
  sql: Sql,
  orderId: string,
  { provider, method }: ChosenMethod,
  { due, part }: NextPayment,
): Promise<string> {
  const minutes = method.pace === "slow" ? sql`instructions_minutes` : sql`payment_minutes`;
  // An order with an unpaid balance never expires. A transfer of the balance stays open as long as cash on delivery.
  const [row] = await sql<{ id: string }[]>`
    with changed as (
      update orders set expires_at = case when status <> 'placed' then greatest(expires_at,
        least(now() + make_interval(mins => ${minutes}), created_at + ${maxWait}::interval, pay_before)) end
      from shop_settings where orders.id = ${orderId}
      returning orders.id, customer_id, expires_at, now() + make_interval(mins => ${minutes}) as attempt_expires_at
    )
    insert into payments (order_id, customer_id, provider, method, kind, amount, part, mode, created_at, expires_at)
    select id, customer_id, ${provider.name}, ${method.id}, ${method.kind}, ${due}, ${part}, ${provider.mode},
        clock_timestamp(),
        case when expires_at is not null then least(expires_at, attempt_expires_at)
          when ${provider.name === "transfer"} then now() + ${cashWait}::interval
          else attempt_expires_at end
      from changed
      returning id`;
  if (!row) throw notFound("order");
  return row.id;
}

async function writeAttempt(
  sql: Sql,
  orderId: string,
  { provider, method }: ChosenMethod,
  fee: Rupiah,
): Promise<string> {
  const isCash = method.kind === "offline";
  const limit =
    provider.name === "transfer"
      ? sql`case when scarce_transfers or source <> 'web' then pay_before end`
      : sql`pay_before`;
  const minutes = method.pace === "slow" ? sql`instructions_minutes` : sql`payment_minutes`;
  // One statement, since other orders wait for the stock that this one has locked. The newest attempt is the live one.
  // `created_at` uses the clock, not the transaction's start, which may precede that of an attempt locked earlier.
  const [row] = await sql<{ id: string }[]>`
    with changed as (
      update orders set
        payment_fee = case when paid_total = 0 then ${fee}::bigint else payment_fee end,
        total = case when paid_total = 0 then subtotal - discount + shipping + ${fee}::bigint else total end,
        expires_at = case when ${isCash} then null else greatest(expires_at,
          least(now() + make_interval(mins => ${minutes}), created_at + ${maxWait}::interval, ${limit})) end
      from shop_settings where orders.id = ${orderId}
      returning orders.id, customer_id, total - paid_total as owed, payment_fee, expires_at,
        now() + make_interval(mins => ${minutes}) as attempt_expires_at
    )
    insert into payments (order_id, customer_id, provider, method, kind, amount, fee, mode, created_at, expires_at)
    select id, customer_id, ${provider.name}, ${method.id}, ${method.kind}, owed, payment_fee, ${provider.mode},
        clock_timestamp(),
        case when expires_at is null then now() + ${cashWait}::interval
          else least(expires_at, attempt_expires_at) end
      from changed
      returning id`;
  if (!row) throw notFound("order");
  return row.id;
}

interface AttemptRow {
  id: string;
  provider: string;
  method: string;
  amount: number;
  expires_at: Date;
  order_id: string;
  number: string;
  language: Language;
  recipient: string;
  email: string;
  phone: string;
  has_pay_link: boolean;
}

/**
 * Opens the order's newest attempt at its provider, unless that was done. Runs outside any transaction; the attempt's
 * id is the provider's idempotency key, so a retry after a lost answer makes no second payment.
 * @throws AppError `payment_unavailable` 503
 */
export async function startAttempt(orderId: string): Promise<void> {
  const sql = asShop();
  const [attempt] = await sql<AttemptRow[]>`
    select p.id, p.provider, p.method, p.amount, p.expires_at, o.id as order_id, o.number, o.language, o.recipient,
      o.email, o.phone, ${hasPayLink(sql)} as has_pay_link
    from payments p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} and p.status = 'created'`;
  if (!attempt) return;
  const { order_id, language } = attempt;
  const returnUrl = attempt.has_pay_link
    ? payAddress(order_id, language)
    : `${config().publicUrl}${localPath(language, `/dashboard/orders/${order_id}`)}`;
  try {
    const created = await findProvider(attempt.provider).create({
      id: attempt.id,
      method: attempt.method,
      amount: attempt.amount,
      currency: "IDR",
      description: attempt.number,
      expiresAt: attempt.expires_at,
      returnUrl,
      buyer: { name: attempt.recipient, email: attempt.email, phone: attempt.phone },
    });
    await sql`
      update payments set status = 'pending', provider_payment_id = ${created.providerPaymentId},
        client = ${sql.json(created.client)}
      where id = ${attempt.id} and status = 'created'`;
  } catch (cause) {
    log.warn({ err: cause, payment: attempt.id }, "the payment provider did not open a payment");
    throw unavailable(cause);
  }
}
