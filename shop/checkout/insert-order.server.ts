import { AppError } from "#base/errors.ts";
import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import type { Evaluation } from "#shop/cart/quote-cart.server.ts";
import type { PlaceOrderInput } from "./checkout.ts";

interface AddressRow {
  recipient: string;
  phone: string;
  street: string;
  landmark: string;
  region_name: string;
  region_code: string;
  postal_code: string;
  label: string;
}

/**
 * Writes the order with copies of all that it agreed on, so that later changes of products, prices and addresses
 * do not touch it. The number comes from a counter row, which is locked from here to the end of the transaction.
 */
export async function insertOrder(
  sql: Sql,
  actor: Person,
  input: PlaceOrderInput,
  evaluation: Evaluation,
  request: { idempotencyKey: string; requestHash: string; language: Language },
): Promise<{ id: string }> {
  const { quote, priced, variants, settings } = evaluation;
  const [[address], [account]] = await Promise.all([
    sql<AddressRow[]>`
      select a.recipient, a.phone, a.street, a.landmark, r.full_name as region_name, a.region_code, a.postal_code,
        a.label
      from addresses a join regions r on r.code = a.region_code
      where a.id = ${input.address_id} and a.customer_id = ${actor.id}`,
    sql<{ email: string | null }[]>`
      select coalesce(u.email, p.contact_email) as email
      from auth.users u join profiles p on p.id = u.id where u.id = ${actor.id}`,
  ]);
  const option = quote.shipping_options.find(({ id }) => id === input.shipping_method_id);
  const rate = priced.shipping_options.find(
    ({ rate: { method_id } }) => method_id === input.shipping_method_id,
  )?.rate;
  if (!address || !account || !option || !rate) throw new AppError("order_incomplete", 500);

  // Guests and people with a number only say it when they come to the checkout.
  if (!account.email) throw new AppError("contact_missing", 422);

  const { recipient, phone, ...snapshot } = address;
  const expiresAt = new Date(Date.now() + settings.payment_minutes * 60_000);
  const [order] = await sql<{ id: string }[]>`
    insert into orders ${sql({
      customer_id: actor.id,
      status: "awaiting_payment",
      language: request.language,
      email: account.email,
      recipient,
      phone,
      address: sql.json(snapshot as never),
      subtotal: quote.subtotal,
      discount: quote.discount,
      shipping: quote.shipping ?? 0,
      shipping_discount: quote.shipping_discount,
      tax_included: quote.tax_included,
      total: quote.total,
      shipping_method_id: rate.method_id,
      shipping_name: rate.name,
      courier: rate.courier,
      service: rate.service,
      earliest: option.earliest,
      latest: option.latest,
      weight_grams: variants.reduce(
        (sum, variant, index) => sum + variant.weight_grams * (quote.lines[index]?.quantity ?? 0),
        0,
      ),
      terms_version: quote.terms_version,
      idempotency_key: request.idempotencyKey,
      request_hash: request.requestHash,
      expires_at: expiresAt,
    })} returning id`;
  if (!order) throw new AppError("order_incomplete", 500);

  const owner = { order_id: order.id, customer_id: actor.id };
  await Promise.all([
    sql`
      insert into order_lines ${sql(
        quote.lines.map((line, position) => ({
          ...owner,
          position,
          variant_id: line.variant_id,
          product_id: variants[position]?.product_id ?? null,
          product_slug: line.product_slug,
          sku: line.sku,
          name: line.name,
          options: line.options,
          picture: line.picture ? sql.json(line.picture as never) : null,
          quantity: line.quantity,
          unit_price: line.unit_price,
          was_price: line.was_price,
          discount: line.discount,
          total: line.total,
          tax_included: priced.lines[position]?.tax_included ?? 0,
          weight_grams: variants[position]?.weight_grams ?? 0,
        })),
      )}`,
    ...priced.promos.flatMap(({ promotion, discount }) => [
      sql`
        insert into promo_redemptions (promotion_id, code, order_id, customer_key, discount)
        values (${promotion.id}, ${promotion.code}, ${order.id}, ${actor.id}, ${discount})`,
      sql`
        insert into order_promos (order_id, promotion_id, code, name, discount)
        values (${order.id}, ${promotion.id}, ${promotion.code}, ${promotion.name}, ${discount})`,
    ]),
    sql`
      insert into order_events (order_id, customer_id, kind, actor_id)
      values (${order.id}, ${actor.id}, 'placed', ${actor.id})`,
  ]);
  return { id: order.id };
}
