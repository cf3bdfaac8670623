import { randomUUID } from "node:crypto";
import type { Sql } from "#db/client.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import type { LockedCustomisation } from "#shop/production/customisations/lock-customisation.server.ts";
import type { PreparedProof } from "#shop/production/customisations/proofs/redraw-proof.server.ts";
import { allMethods, methodId } from "#shop/settings/payment-methods/methods.server.ts";

/** Days in which a supplement can be paid; the line rests as long. */
const daysToPay = 7;
/** The name of its line, in the order's language. */
const lineNames = { id: "Tambahan desain: ", en: "Design supplement: " };

/**
 * Asks for the price of a dearer version: an order of its own with one line, which waits for its payment. The version is
 * stored beside it. An earlier supplement of the customisation that is not paid yet is withdrawn. The caller holds the locks of
 * the order and of the customisation.
 * @param unit whole rupiah that each piece costs more
 * @returns the id of the supplement's order; undefined while an earlier one is paid and not settled
 */
export async function askSupplement(
  sql: Sql,
  found: LockedCustomisation,
  proof: PreparedProof,
  unit: Rupiah,
): Promise<string | undefined> {
  if (!(await withdrawEarlier(sql, found.id))) return undefined;
  // Also in the idempotency key: buyers choose the proof's id and could use it in the key of another order.
  const orderId = randomUUID();
  const methods = allMethods().filter(({ method }) => method.kind !== "offline");
  await sql`
    insert into orders (id, supplement_of, customer_id, status, language, email, recipient, phone, address, subtotal, discount,
      shipping, tax_included, total, shipping_name, courier, service, earliest, latest, terms_version, idempotency_key,
      request_hash, expires_at, payment_limits)
    select ${orderId}, o.id, o.customer_id, 'awaiting_payment', o.language, o.email, o.recipient, o.phone, o.address,
      ${unit}::bigint * l.quantity, 0, 0, private.tax_included(${unit}::bigint * l.quantity, l.tax_class),
      ${unit}::bigint * l.quantity, o.shipping_name, o.courier, o.service, o.earliest, o.latest, o.terms_version,
      ${`design:${orderId}`}, ${`design:${orderId}`}, now() + make_interval(days => ${daysToPay}),
      ${sql.json([methods.map(methodId)])}
    from customisations c join orders o on o.id = c.order_id join order_lines l on l.id = c.order_line_id
    where c.id = ${found.id}`;
  // Without variant and product: no stock moves, and no piece counts as sold twice.
  await sql`
    insert into order_lines (order_id, customer_id, position, product_slug, sku, name, options, picture, quantity, unit_price,
      total, weight_grams, tax_class, tax_included, tax_rate_basis_points, tax_base)
    select n.id, n.customer_id, 0, l.product_slug, l.sku, ${sql.json(lineNames)}::jsonb ->> n.language || l.name, l.options, l.picture,
      l.quantity, ${unit}::bigint, n.total, 0, l.tax_class, n.tax_included, coalesce(r.rate, 0),
      coalesce(div(20000::numeric * n.tax_included + r.rate, 2 * r.rate)::bigint, 0)
    from customisations c join order_lines l on l.id = c.order_line_id join orders n on n.id = ${orderId}
    left join lateral (
      select t.rate_basis_points as rate from tax_rates t cross join shop_settings s
      where n.tax_included > 0 and t.class = l.tax_class and t.valid_from <= (now() at time zone s.time_zone)::date
      order by t.valid_from desc limit 1) r on true
    where c.id = ${found.id}`;
  await sql`
    insert into private.design_supplements (id, order_id, customisation_id, order_line_id, follows, proof)
    select ${proof.id}, ${orderId}, c.id, c.order_line_id, ${found.proof_id}, ${sql.json(proof)}
    from customisations c where c.id = ${found.id}`;
  await recordEvent(
    sql,
    orderId,
    "placed",
    {},
    found.customer_id ? { actorId: found.customer_id } : {},
  );
  await sql`set constraints order_numbered immediate`;
  await queueOrderMail(sql, orderId, "awaiting_payment");
  return orderId;
}

/** @returns false while one is paid: its job decides about it first */
async function withdrawEarlier(sql: Sql, customisationId: string): Promise<boolean> {
  const [earlier] = await sql<{ id: string; status: string }[]>`
    select s.id, o.status from private.design_supplements s join orders o on o.id = s.order_id
    where s.customisation_id = ${customisationId} and s.state = 'waiting' for update of s`;
  if (!earlier) return true;
  if (earlier.status === "placed") return false;
  await sql`
    update private.design_supplements set state = 'withdrawn', proof = null where id = ${earlier.id}`;
  await sql`select private.queue_supplement(${earlier.id})`;
  return true;
}
