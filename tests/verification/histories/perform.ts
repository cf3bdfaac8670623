import { AppError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { seedId } from "#db/seed/deterministic.ts";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { quoteCheckout } from "#shop/orders/checkout/quote-checkout.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { resolveTask } from "#shop/orders/payments/review/resolve-task.server.ts";
import { confirmReceipt } from "#shop/orders/payments/settlement/confirm-receipt.server.ts";
import { receiveNotification } from "#shop/orders/payments/settlement/receive-notification.server.ts";
import { reconcilePayments } from "#shop/orders/payments/settlement/reconcile-payments.server.ts";
import { settleOrder } from "#shop/orders/payments/settlement/settle-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { sendRefund } from "#shop/orders/refunds/send-refund.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { regularMethodId } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { outsideCall } from "../stage/gates.ts";
import type { SimulatedBank } from "../stage/simulated-bank.ts";
import { type Action, type BankAct, isOfReturn, type Quote } from "./action.ts";
import type { Ids } from "./observe.ts";
import { performReturn } from "./perform-return.ts";
import { designOf } from "./printed-goods.ts";
import { reportOf } from "./quote-process.ts";
import { nobody, type Shop, said } from "./real-shop.ts";

/** Performs the action in the real shop. @returns the answer: `ok` or a code */
export async function perform(shop: Shop, ids: Ids, action: Action): Promise<string> {
  try {
    return await act(shop, ids, action);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    // An unexpected error has no code, and matches no answer of the model.
    log.warn({ err: error, action }, "an act of a history failed");
    return "failed";
  }
}

async function act(shop: Shop, ids: Ids, action: Action): Promise<string> {
  const order = ids.orders.get(action.order) ?? nobody;
  const paymentOf = (n: number) => ids.attempts.get(action.order)?.[n] ?? nobody;
  if (isOfReturn(action)) return performReturn(shop, ids, action);
  const owner = () => shop.ownerOf(action.order);
  switch (action.kind) {
    case "place":
      return place(shop, action);
    case "pay-again":
      return said(await payAgain(owner(), order, action.method));
    case "at-bank":
      return outsideCall(`bank ${action.act}`, () => {
        atBank(shop.bank, paymentOf(action.attempt), action.act, action.part);
        return "ok";
      });
    case "notify": {
      const body = JSON.stringify({
        // The payment's id makes the event id unique, because histories share the database.
        id: `${paymentOf(action.attempt)}:${action.event}`,
        payment: `sim_${paymentOf(action.attempt)}`,
      });
      await receiveNotification("builtin", new Headers(), Buffer.from(body));
      return "ok";
    }
    case "look":
      await settlePayment(paymentOf(action.attempt));
      return "ok";
    case "reconcile":
      await shop.letTimePass();
      await reconcilePayments();
      return "ok";
    case "return-page":
      await settleOrder(owner(), order);
      return "ok";
    case "cancel": {
      const by = action.by === "staff" ? shop.staff : owner();
      return said(await cancelOrder(by, order, "customer"));
    }
    case "lapse":
      await asSeed()`
        update orders set expires_at = now() - interval '3 days' where id = ${order} and status = 'awaiting_payment'`;
      return "ok";
    case "expire":
      await expireOrder(order);
      return "ok";
    case "receive-money": {
      const payment_id = paymentOf(action.attempt);
      const [row] = await asSeed()<{ amount: number }[]>`
        select amount from payments where id = ${payment_id}`;
      return said(
        await confirmReceipt(shop.staff, { payment_id, amount: row?.amount ?? 1, note: "" }),
      );
    }
    case "refund":
      return said(
        await refundOrder(shop.staff, {
          order_id: order,
          key: action.key,
          lines: [
            {
              order_line_id: ids.lines.get(action.order)?.[action.line] ?? nobody,
              quantity: action.pieces,
            },
          ],
          shipping: 0,
          fee: 0,
          goodwill: action.goodwill,
          channel: action.channel,
          reason: "staff",
          note: "",
          restock: true,
          notify: true,
        }),
      );
    case "resolve": {
      const task = ids.tasks.get(action.order)?.[action.attempt]?.[action.task] ?? nobody;
      return said(await resolveTask(shop.staff, task, "by_hand"));
    }
    case "give-back": {
      const payment = await sendRefund(ids.refunds.get(action.order)?.get(action.refund) ?? nobody);
      if (payment) await settlePayment(payment);
      return "ok";
    }
    case "ship":
      return said(await ship(shop, ids, order, action));
    case "print": {
      const line = ids.lines.get(action.order)?.[action.line] ?? nobody;
      const [row] = await asSeed()<{ id: string }[]>`
        select id from customisations where order_line_id = ${line}`;
      const { key, good, spoiled } = action;
      return said(
        await countPrinted(shop.staff, {
          id: seedId(`history:${shop.seed}:${key}`),
          customisation_id: row?.id ?? nobody,
          good,
          spoiled,
          reason: key,
        }),
      );
    }
    case "deliver":
      return said(await deliverShipment(shop.staff, ids.shipments.get(action.tracking) ?? nobody));
    case "quote":
      return ask(shop, action);
    case "count":
      await asSeed()`
        insert into stock_movements (variant_id, kind, quantity, reason)
        values (${shop.cast.variants.get(action.variant) ?? nobody}, 'adjusted', ${action.pieces}, 'counted')`;
      return "ok";
  }
}

export function personOf(shop: Shop, name: string): { person: Person; addressId: string } {
  const found = shop.people.get(name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

async function place(shop: Shop, action: Extract<Action, { kind: "place" }>): Promise<string> {
  const { person, addressId } = personOf(shop, action.customer);
  const placed = await placeOrder(
    person,
    {
      ...cartOf(shop, action, action.order),
      address_id: addressId,
      shipping_method_id: regularMethodId,
      payment_method: action.method,
      expected_total: action.quoted.total,
      accepted_terms_version: action.quoted.terms,
    },
    { idempotencyKey: action.order, language: "id" },
  );
  return said(placed);
}

/** Checks that a quote adds up, also with problems; only values that the model knows are compared. */
async function ask(shop: Shop, action: Quote): Promise<string> {
  const { person, addressId } = personOf(shop, action.customer);
  const quote = await quoteCheckout(
    { actor: person },
    {
      ...cartOf(shop, action, action.customer),
      address_id: addressId,
      shipping_method_id: regularMethodId,
      payment_method: action.method,
    },
    "id",
  );
  const { subtotal, discount, shipping, payment_fee, total } = quote;
  if (shipping === null) return "not deliverable";
  if (total !== subtotal - discount + shipping + payment_fee) return "does not add up";
  const offer = quote.payment_methods.find(({ id }) => id === action.method);
  const codes = quote.problems.map(({ code }) => code);
  const isTooMany = offer?.problem?.code === "cod_too_many";
  return reportOf(subtotal, discount, [...codes, ...(isTooMany ? ["cod_too_many"] : [])]);
}

/** The cart of an intent, with the shop's own ids. @param key of its design */
export function cartOf(
  { cast, code, seed }: Shop,
  intent: { lines: readonly { variant: string; quantity: number }[]; code: boolean },
  key: string,
) {
  return {
    lines: intent.lines.map(({ variant, quantity }) => ({
      variant_id: cast.variants.get(variant) ?? nobody,
      quantity,
      ...(variant === cast.printed?.variant ? { design_id: designOf(seed, key) } : {}),
    })),
    ...(intent.code ? { promo_codes: [code] } : {}),
  };
}

function atBank(bank: SimulatedBank, paymentId: string, act: BankAct, part = "whole"): void {
  const payment = bank.payments.get(`sim_${paymentId}`);
  if (!payment) return;
  const isOpen = payment.status === "open" || payment.status === "declined";
  const isUnderWay = isOpen || payment.status === "processing";
  if (act === "process" && isOpen) payment.status = "processing";
  if (act === "pay" && isUnderWay) payment.status = "succeeded";
  if (act === "refuse" && isUnderWay) payment.status = "declined";
  if (act === "force") payment.status = "succeeded";
  if (act === "dispute") bank.dispute(payment, part === "whole" ? 1 : 2);
  if (act === "win") bank.giveUpDispute(payment);
}

function ship(shop: Shop, ids: Ids, order: string, action: Extract<Action, { kind: "ship" }>) {
  const lines = ids.lines.get(action.order) ?? [];
  const chosen = action.pieces?.flatMap((quantity, n) =>
    quantity > 0 ? [{ order_line_id: lines[n] ?? nobody, quantity }] : [],
  );
  return shipOrder(shop.staff, {
    order_id: order,
    courier: "JNE",
    service: "REG",
    tracking_number: action.tracking,
    ...(chosen ? { lines: chosen } : {}),
  });
}
