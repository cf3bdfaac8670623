import { randomUUID } from "node:crypto";
import { AppError } from "#base/errors.ts";
import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { taxBase } from "#shop/kernel/tax.ts";
import type { EvaluatedLine } from "#shop/orders/cart/cart-lines.ts";
import type { PricedCart, PricedLine } from "#shop/orders/cart/price-cart.ts";
import type { Evaluation } from "#shop/orders/cart/quote-cart.server.ts";
import { markOrder } from "#shop/orders/mail-clicks/mark-order.server.ts";
import { noRemarks, remarkColumns } from "#shop/orders/remarks/remarks.ts";
import type { Settings } from "#shop/settings/load-settings.server.ts";
import { chargeableGrams, type ShippingRate } from "#shop/settings/shipping/rates/rates.ts";
import type { OrderInput, StaffOrder } from "./checkout.ts";
import { insertCustomisations } from "./insert-customisations.server.ts";
import type { Recipient } from "./recipient.ts";

interface OrderRequest {
  /** Chosen by the caller, so that rows that refer to the order can be pipelined with it. */
  readonly id: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly language: Language;
  readonly network?: string | undefined;
}

/**
 * Writes the order with copies of all agreed facts, so that later changes of products, prices and addresses do not
 * affect it. The order gets its number at the commit, or by `numberOrder`. Returns queries to be pipelined.
 * The inserts fire triggers that claim promotions, notify staff and announce the order. db/README.md lists the triggers
 * of each table and their errors.
 */
export function insertOrder(
  sql: Sql,
  actor: Person,
  input: OrderInput,
  evaluation: Evaluation,
  to: Recipient,
  request: OrderRequest,
): SqlFragment[] {
  const { quote, priced, settings } = evaluation;
  const option = quote.shipping_options.find(({ id }) => id === input.shipping_method_id);
  const rate = priced.shipping_options.find(
    ({ rate: { method_id } }) => method_id === input.shipping_method_id,
  )?.rate;
  if (!option || !rate || quote.shipping === null) throw new AppError("order_incomplete", 500);

  const { email, recipient, phone, ...snapshot } = to;
  const order = sql`
    insert into orders ${sql({
      id: request.id,
      customer_id: actor.id,
      status: "awaiting_payment",
      language: request.language,
      email,
      recipient,
      phone,
      address: sql.json(snapshot),
      subtotal: quote.subtotal,
      discount: quote.discount,
      shipping: quote.shipping,
      shipping_discount: quote.shipping_discount,
      tax_included: quote.tax_included,
      total: quote.total,
      shipping_tax: priced.shipping_tax,
      shipping_quote: sql.json(shippingQuote(evaluation, rate, option.price)),
      payment_limits: sql.json(paymentLimits(priced, rate)),
      shipping_method_id: rate.method_id,
      shipping_name: rate.name,
      courier: rate.courier,
      service: rate.service,
      earliest: option.earliest,
      latest: option.latest,
      weight_grams: evaluation.lines.reduce(
        (sum, { quantity, priced: { line } }) => sum + line.weight_grams * quantity,
        0,
      ),
      ...remarkColumns(input.remarks ?? noRemarks),
      terms_version: quote.terms_version,
      idempotency_key: request.idempotencyKey,
      request_hash: request.requestHash,
      ...deadlines(sql, evaluation, input.staff),
      ...(input.staff ? { source: input.staff.source, deposit: input.staff.deposit } : {}),
    })}`;
  const owner = { order_id: request.id, customer_id: actor.id };
  const lines = evaluation.lines.map((line) => ({ ...line, id: randomUUID() }));
  return [
    order,
    sql`
      insert into order_lines ${sql(
        lines.map(({ id, variant, priced, quoted: line }, position) => ({
          ...owner,
          id,
          position,
          variant_id: line.is_custom ? null : line.variant_id,
          product_id: line.is_custom ? null : variant.product_id,
          product_slug: line.is_custom ? null : line.product_slug,
          sku: line.sku,
          name: line.name,
          options: line.options,
          picture: line.picture ? sql.json(line.picture) : null,
          quantity: line.quantity,
          unit_price: line.unit_price,
          setup_fee: line.setup_fee,
          was_price: line.was_price,
          discount: line.discount,
          total: line.total,
          is_gift: line.is_gift,
          ...taxOf(priced, settings),
          weight_grams: priced.line.weight_grams,
        })),
      )}`,
    ...(request.network === undefined
      ? []
      : [
          sql`
            insert into private.unpaid_buyers (order_id, buyer_key)
            values (${request.id}, ${`network:${request.network}`})`,
        ]),
    ...claimPromotions(sql, request.id, actor, { email, phone }, priced),
    ...markOrder(
      sql,
      request.id,
      usedPromos(priced).flatMap(({ promotion }) => promotion.code ?? []),
      input.mail_click,
    ),
    ...insertShares(sql, lines),
    ...insertStaffDiscounts(sql, lines, input.staff),
    ...insertCustomisations(sql, lines, { ...owner, network: request.network }),
    sql`
      insert into order_events (order_id, customer_id, kind, actor_id)
      values (${request.id}, ${actor.id}, 'placed', ${input.staff?.actor_id ?? actor.id})`,
  ];
}

/** By the database's clock, which also expires the order. Staff choose the time for their orders. */
function deadlines(sql: Sql, { quote, settings }: Evaluation, staff: StaffOrder | undefined) {
  const scarce = quote.scarce_payment_minutes;
  const most = staff ? staff.hold_hours * 60 : scarce;
  const after = (minutes: number) => sql`now() + make_interval(mins => ${minutes})` as never;
  return {
    expires_at: after(most ?? settings.payment_minutes),
    pay_before: most === null ? null : after(most),
  };
}

/**
 * Numbers this transaction's orders now, for texts written before the commit. From this query to the commit all other
 * orders wait for their numbers.
 */
export function numberOrder(sql: Sql): SqlFragment {
  return sql`set constraints order_numbered immediate`;
}

/**
 * Claims a use of each promotion, ordered by id to avoid deadlocks. The database refuses an exhausted promotion: see
 * private.apply_redemption().
 */
function claimPromotions(
  sql: Sql,
  orderId: string,
  actor: Person,
  contact: { email: string; phone: string },
  priced: PricedCart,
) {
  const promos = usedPromos(priced).toSorted((a, b) => (a.promotion.id < b.promotion.id ? -1 : 1));
  return promos.flatMap(({ promotion, discount }) => [
    sql`
      insert into promo_redemptions (promotion_id, code, order_id, customer_key, customer_keys, discount)
      values (${promotion.id}, ${promotion.code ?? ""}, ${orderId}, ${actor.id},
        private.customer_keys(${actor.id}, ${contact.email}, ${contact.phone}), ${discount})`,
    sql`
      insert into order_promos (order_id, promotion_id, code, name, discount)
      values (${orderId}, ${promotion.id}, ${promotion.code ?? ""}, ${promotion.name}, ${discount})`,
  ]);
}

/** A code without discount, e.g. on free delivery, is not used. */
function usedPromos({ promos }: PricedCart) {
  return promos.filter(({ promotion, discount }) => discount > 0 || promotion.type === "gift");
}

/** Payment methods that the used promotions and the delivery allow, one list for each that limits them. */
function paymentLimits(
  priced: PricedCart,
  rate: { readonly payment_methods: readonly string[] },
): readonly (readonly string[])[] {
  const promotions = usedPromos(priced).map(({ promotion }) => promotion);
  return [...promotions, rate]
    .map(({ payment_methods }) => payment_methods)
    .filter((methods) => methods.length > 0);
}

function insertShares(sql: Sql, lines: readonly (EvaluatedLine & { readonly id: string })[]) {
  const shares = lines.flatMap(({ id, priced }) =>
    priced.shares.map(({ promotion, amount }) => ({
      order_line_id: id,
      promotion_id: promotion.id,
      amount,
    })),
  );
  return shares.length > 0 ? [sql`insert into order_line_discounts ${sql(shares)}`] : [];
}

function insertStaffDiscounts(
  sql: Sql,
  lines: readonly (EvaluatedLine & { readonly id: string })[],
  staff: StaffOrder | undefined,
) {
  const discounts = lines.flatMap(({ id, priced: { staff_discount: amount } }) =>
    amount > 0 && staff?.discount
      ? [{ order_line_id: id, amount, reason: staff.discount.reason, actor_id: staff.actor_id }]
      : [],
  );
  return discounts.length > 0 ? [sql`insert into order_staff_discounts ${sql(discounts)}`] : [];
}

function taxOf({ line: { tax_class }, tax_included }: PricedLine, { tax }: Settings) {
  const rate = tax?.[tax_class];
  // If the shop may not charge PPN, or the class has no rate on that day, the line includes no tax.
  if (!rate) return { tax_included, tax_class, tax_rate_basis_points: 0, tax_base: 0 };
  const { rate_basis_points } = rate;
  return {
    tax_included,
    tax_class,
    tax_rate_basis_points: rate_basis_points,
    tax_base: rate_basis_points > 0 ? taxBase(tax_included, { rate_basis_points }) : 0,
  };
}

/** The facts behind the delivery price, stored with the order. */
function shippingQuote({ priced }: Evaluation, rate: ShippingRate, price: Rupiah) {
  const shipments = priced.lines.map(({ line }) => line);
  return {
    source: rate.is_pickup ? "pickup" : rate.live_price === null ? "table" : "live",
    live_price: rate.live_price,
    grams: chargeableGrams(shipments, rate),
    price,
  };
}
