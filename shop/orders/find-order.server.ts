import { timeNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asCaller, type Sql } from "#db/client.server.ts";
import { callerOf, may, type Person } from "#shop/kernel/access.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import { trackingUrl } from "#shop/settings/shipping/tracking.server.ts";
import { isFeeAdjusted } from "./adjusted-fee.server.ts";
import { type OrderAddress, type OrderDetail, orderStage, type PaymentStatus } from "./order.ts";
import { dueBeforeFee } from "./payments/amount-due.server.ts";
import { isPickup } from "./pickup-order.server.ts";
import { promisedDaysColumns } from "./promised-days.server.ts";
import { proofWaits } from "./read-orders.server.ts";
import { supplementOf } from "./supplement-of.server.ts";

type Row = Omit<
  OrderDetail,
  | "stage"
  | "created_at"
  | "expires_at"
  | "pictures"
  | "pieces"
  | "address_lines"
  | "remarks"
  | "can_correct_address"
  | "can_change_remarks"
  | "can_cancel"
  | "can_ask_to_cancel"
  | "can_pay"
  | "has_invoice"
> & {
  created_at: Date;
  expires_at: Date | null;
  packed_at: Date | null;
  is_printing: boolean;
  /** The label of the staff discount, in the language of the order. */
  staff_label: string;
  address: Partial<OrderAddress>;
  note: string;
  gift_message: string | null;
  gift_from: string;
};

/**
 * One order with all that its page shows. Row-level security applies: own orders for customers, all for staff.
 * @param language the reader's; the shipping method has its current name in this language, as long as its name in the
 * order's language is the one that was bought. Without it, the name that was bought.
 * @returns undefined for an unknown order and for another customer's
 */
export async function findOrder(
  actor: Person,
  id: string,
  language?: Language,
): Promise<OrderDetail | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await asCaller(callerOf(actor), (sql) => read(sql, id, language), "read only");
  return row ? detailOf(row, actor) : undefined;
}

async function read(
  sql: Sql,
  id: string,
  language: Language | undefined,
): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select o.id, o.number, ${supplementOf(sql)}, (
        select coalesce(json_agg(json_build_object('id', n.id, 'number', n.number, 'total', n.total) order by n.created_at), '[]')
        from orders n where n.supplement_of = o.id and n.status not in ('canceled', 'expired')
      ) as supplements, (
        select json_build_object('received', coalesce(sum(n.paid_total + n.refunded_total), 0), 'returned', coalesce(sum(n.refunded_total), 0))
        from orders n where n.supplement_of = o.id
      ) as supplement_money, o.status, o.payment_status, o.fulfilment_status, o.total, o.subtotal, o.discount,
      o.shipping, o.shipping_discount, o.payment_fee, ${isFeeAdjusted(sql)} as is_fee_adjusted, o.tax_included, o.paid_total, o.refunded_total, o.deposit, ${dueBeforeFee(sql)} as due, o.needs_review, o.created_at, o.expires_at, coalesce(o.expires_at <= o.pay_before, false) as is_scarce, o.packed_at, exists (
        select from customisations c where c.order_id = o.id and c.status in ('in_production', 'done')
      ) as is_printing, o.recipient, o.recipient as customer_name,
      o.phone, o.email, o.source, case o.language when 'en' then 'from the shop' else 'dari toko' end as staff_label, o.terms_version, o.address, o.note, o.gift_message, o.gift_from, coalesce((
        select m.name ->> ${language ?? null} from shipping_methods m
        where m.id = o.shipping_method_id and m.name ->> o.language = o.shipping_name
      ), o.shipping_name) as shipping_name,
      ${isPickup(sql)} as is_pickup, o.courier, o.service,
      ${promisedDaysColumns(sql)}, ${proofWaits(sql)} as proof_waits, (
        select coalesce(max((c.spec ->> 'days')::int), 0) from customisations c where c.order_id = o.id
      ) as production_days,
      (
        select coalesce(json_agg(json_build_object('id', l.id, 'variant_id', l.variant_id, 'name', l.name, 'options', l.options, 'sku', l.sku,
          'product_slug', l.product_slug, 'picture', l.picture, 'quantity', l.quantity, 'weight_grams', l.weight_grams,
          'unit_price', l.unit_price, 'setup_fee', l.setup_fee, 'charges', (
            select coalesce(json_agg(json_build_object('kind', c.kind, 'label', c.label, 'count', c.count,
              'amount', c.amount) order by c.position), '[]')
            from order_line_charges c where c.order_line_id = l.id
          ), 'discount', l.discount, 'total', l.total,
          'unit_totals', l.unit_totals, 'personalised', exists (
            select from customisations c where c.order_line_id = l.id), 'customisation', (
            select c.id from customisations c where c.order_line_id = l.id), 'words', coalesce((
            select p.words from customisations c join proofs p on p.customisation_id = c.id
            where c.order_line_id = l.id order by p.version desc limit 1), '{}'), 'proof', (
            select max(p.version) from customisations c join proofs p on p.customisation_id = c.id
            where c.order_line_id = l.id and p.display is not null), 'pieces', (
            select jsonb_path_query_array(p.pieces, '$[*].text') from customisations c
            join proofs p on p.customisation_id = c.id
            where c.order_line_id = l.id order by p.version desc limit 1),
          'printed', (
            select coalesce((select sum(j.good) from production_jobs j where j.customisation_id = c.id), 0)
            from customisations c where c.order_line_id = l.id and (select private.may('customisations.read'))),
          'shipped', (
            select coalesce(sum(s.quantity), 0) from shipment_lines s join shipments h on h.id = s.shipment_id
            where s.order_line_id = l.id and h.status in ('shipped', 'delivered') and h.kind = 'order'
          ), 'prepared', (
            select coalesce(sum(s.quantity), 0) from shipment_lines s join shipments h on h.id = s.shipment_id
            where s.order_line_id = l.id and h.status = 'pending' and h.kind = 'order'
          ), 'withdrawn', (
            select coalesce(sum(w.quantity), 0) from order_withdrawals w where w.order_line_id = l.id
          ), 'refunded', (
            select coalesce(sum(r.quantity), 0) from refund_lines r where r.order_line_id = l.id
          )) order by l.position), '[]')
        from order_lines l where l.order_id = o.id
      ) as lines,
      (
        select coalesce(json_agg(json_build_object('kind', e.kind, 'at', e.at, 'details', e.details, 'undone', exists (
            select from order_events u where u.order_id = o.id and u.kind = 'step_undone' and u.details -> 'events' @> to_jsonb(e.id)),
          'by', case when e.actor_id is null then 'system' when e.actor_id = o.customer_id then 'buyer' else 'shop' end,
          'by_name', case when (select private.is_staff()) and e.actor_id is distinct from o.customer_id
            then nullif(a.full_name, '') end)
          order by e.id), '[]')
        from order_events e left join profiles a on a.id = e.actor_id where e.order_id = o.id
      ) as events,
      (
        select coalesce(json_agg(json_build_object('id', h.id, 'number', o.number || '-F' || h.position,
          'kind', h.kind, 'status', h.status, 'courier', h.courier,
          'service', h.service, 'tracking_number', h.tracking_number,
          'tracking_url', ${trackingUrl(sql)}, 'shipped_at', h.shipped_at,
          'delivered_at', h.delivered_at, 'lines', (
            select json_agg(json_build_object('order_line_id', s.order_line_id, 'quantity', s.quantity))
            from shipment_lines s where s.shipment_id = h.id
          )) order by h.position), '[]')
        from shipments h where h.order_id = o.id
      ) as shipments,
      (
        select json_build_object('id', p.id, 'provider', p.provider,
          'method', p.provider || ':' || p.method, 'kind', p.kind, 'status', p.status,
          'amount', p.amount, 'expires_at', p.expires_at, 'decline_code', p.decline_code)
        from payments p where p.order_id = o.id order by p.created_at desc limit 1
      ) as payment,
      (
        select coalesce(json_agg(json_build_object('method', p.provider || ':' || p.method, 'amount', p.amount)
          order by p.created_at), '[]')
        from payments p where p.order_id = o.id and p.status = 'settled'
      ) as settled_payments,
      (
        select coalesce(json_agg(json_build_object('code', coalesce(nullif(r.code, ''), r.name), 'discount', r.discount)), '[]')
        from order_promos r where r.order_id = o.id
      ) as promos,
      (
        select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason,
          'status', r.status, 'channel', r.channel, 'created_at', r.created_at, 'account', (
            select json_build_object('bank', a.bank, 'account_number', a.account_number, 'holder', a.holder)
            from refund_accounts a where a.refund_id = r.id
          ), 'supplement', case when n.id <> o.id then
            json_build_object('id', n.id, 'number', n.number, 'total', n.total) end) order by r.created_at, n.created_at, r.id), '[]')
        from refunds r join orders n on n.id = r.order_id
        where r.order_id = any (array(select o.id union all select s.id from orders s where s.supplement_of = o.id))
      ) as refunds,
      o.paid_total - (
        select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.status <> 'succeeded'
      )::bigint as refundable,
      o.shipping - (
        select coalesce(sum(r.shipping), 0) from refunds r where r.order_id = o.id
      )::bigint as refundable_shipping,
      exists (select from customisations c where c.order_id = o.id) as is_customised
    from orders o where o.id = ${id}`;
  return row;
}

const noAddress = {
  street: "",
  landmark: "",
  region_code: "",
  region_name: "",
  postal_code: "",
};

const hasBeenPaid: readonly PaymentStatus[] = [
  "paid",
  "overcharged",
  "partially_refunded",
  "refunded",
];

/** In an order that staff made, the discount beyond the promotions is the staff discount; amounts then add up. */
function withStaffDiscount({ source, promos, discount, shipping_discount, staff_label }: Row) {
  const used = promos.reduce((sum, promo) => sum + promo.discount, 0);
  const rest = discount + shipping_discount - used;
  return source === "web" || rest <= 0
    ? promos
    : [...promos, { code: staff_label, discount: rest }];
}

function detailOf(row: Row, actor: Person): OrderDetail {
  const { address: stored, packed_at, is_printing, created_at, expires_at, ...columns } = row;
  const { note, gift_message, gift_from, staff_label: _, ...order } = columns;
  const address = { ...noAddress, ...stored };
  const forStaff = may(actor, "orders.read");
  const isWaiting = order.status === "awaiting_payment";
  const isBegun = packed_at !== null || is_printing;
  const isUnsent =
    (isWaiting || order.status === "placed") &&
    (order.fulfilment_status === "unfulfilled" || order.fulfilment_status === "partial");
  const hasShipments = order.shipments.some(({ status }) => status !== "canceled");
  const canPay =
    (isWaiting && (expires_at?.getTime() ?? 0) > timeNow()) ||
    (order.deposit !== null && order.status === "placed" && order.due > 0);
  const isBeforeLeaving = order.status === "placed" && order.fulfilment_status === "unfulfilled";
  return {
    ...order,
    stage: orderStage(order),
    promos: withStaffDiscount(row),
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    pictures: order.lines.flatMap((line) => (line.picture ? [line.picture] : [])),
    pieces: order.lines.reduce((sum, line) => sum + line.quantity, 0),
    phone: formatPhone(order.phone),
    address_lines: [
      address.street,
      address.landmark,
      [address.region_name, address.postal_code].filter(Boolean).join(" "),
    ].filter(Boolean),
    can_ask_to_cancel: !forStaff && isBeforeLeaving && isBegun && !order.needs_review,
    can_cancel: isWaiting || (isBeforeLeaving && (forStaff || !isBegun)),
    has_invoice: hasBeenPaid.includes(order.payment_status),
    address,
    can_correct_address:
      isUnsent && may(actor, "orders.edit") && !order.is_pickup && order.supplement_of === null,
    remarks: {
      note,
      gift: gift_message === null ? null : { message: gift_message, from: gift_from },
    },
    can_change_remarks:
      isUnsent && (may(actor, "orders.edit") || (!forStaff && !isBegun && !hasShipments)),
    can_pay: canPay,
    due: canPay ? Math.max(0, order.due) : 0,
  };
}
