import { accountId } from "./accounts.server.ts";
import { seedId } from "./deterministic.ts";

export interface PastLine {
  variantId: string;
  productId: string;
  slug: string;
  sku: string;
  name: string;
  options: string;
  picture: { name: string; alt: string } | undefined;
  unitPrice: number;
  quantity: number;
  weightGrams: number;
}

export interface PastOrder {
  id: string;
  number: string;
  customerId: string;
  email: string;
  recipient: string;
  phone: string;
  place: { code: string; full_name: string; postal_code: string };
  street: string;
  placedAt: Date;
  fate: "expired" | "canceled" | "refunded" | "completed" | "shipped" | "placed";
  usesPromo: boolean;
  lines: PastLine[];
}

type Row = Record<string, unknown>;

interface Rows {
  orders: Row[];
  lines: Row[];
  movements: Row[];
  payments: Row[];
  transactions: Row[];
  shipments: Row[];
  shipmentLines: Row[];
  events: Row[];
}

const hour = 3_600_000;
/** Rupiah; above it 10 % would exceed the maximum discount of HEMAT10. */
const maxWithPromo = 500_000;

/** The rows of finished and open orders, as the shop would have written them. */
export function rowsOf(orders: readonly PastOrder[]): Rows {
  const rows: Rows = {
    orders: [],
    lines: [],
    movements: [],
    payments: [],
    transactions: [],
    shipments: [],
    shipmentLines: [],
    events: [],
  };
  for (const order of orders) addOrder(rows, order);
  return rows;
}

function addOrder(rows: Rows, order: PastOrder): void {
  const later = (hours: number) => new Date(order.placedAt.getTime() + hours * hour);
  const isPaid = order.fate !== "expired" && order.fate !== "canceled";
  const isShipped = order.fate === "completed" || order.fate === "shipped";
  const subtotal = order.lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const usesPromo = order.usesPromo && subtotal <= maxWithPromo;
  const lines = order.lines.map((line, position) => ({
    ...line,
    id: seedId(`${order.number}:${position}`),
    position,
    // The discount is 10 % of each line, so lines and order agree without a remainder.
    discount: usesPromo ? Math.floor((line.unitPrice * line.quantity) / 10) : 0,
  }));
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  const grams = lines.reduce((sum, line) => sum + line.weightGrams * line.quantity, 0);
  const kilograms = Math.max(1, Math.ceil(grams / 1000));
  const shipping = order.place.code.startsWith("3273") ? 9_000 * kilograms : 16_000 * kilograms;
  const total = subtotal - discount + shipping;
  const owner = { order_id: order.id, customer_id: order.customerId };

  rows.orders.push({
    id: order.id,
    number: order.number,
    customer_id: order.customerId,
    status: { refunded: "canceled", shipped: "placed" }[order.fate as string] ?? order.fate,
    email: order.email,
    recipient: order.recipient,
    phone: order.phone,
    address: {
      street: order.street,
      landmark: "",
      region_name: order.place.full_name,
      region_code: order.place.code,
      postal_code: order.place.postal_code,
      label: "home",
    },
    subtotal,
    discount,
    shipping,
    tax_included: Math.round((total * 11) / 111),
    total,
    shipping_method_id: seedId("method:regular"),
    shipping_name: "Reguler",
    courier: "JNE",
    service: "REG",
    earliest: later(48),
    latest: later(96),
    weight_grams: grams,
    terms_version: "2026-11",
    public_token: seedId(`token:${order.number}`).replaceAll("-", ""),
    idempotency_key: `seed-${order.number}`,
    request_hash: "seed",
    created_at: order.placedAt,
    placed_at: isPaid ? later(0.1) : null,
    closed_at: isPaid && order.fate !== "completed" && order.fate !== "refunded" ? null : later(1),
  });
  for (const line of lines) {
    rows.lines.push({
      id: line.id,
      ...owner,
      position: line.position,
      variant_id: line.variantId,
      product_id: line.productId,
      product_slug: line.slug,
      sku: line.sku,
      name: line.name,
      options: line.options,
      picture: line.picture
        ? {
            url: `/storage/v1/object/public/product-images/demo/${line.picture.name}`,
            alt: line.picture.alt,
            colour: "#f1eee8",
          }
        : null,
      quantity: line.quantity,
      unit_price: line.unitPrice,
      discount: line.discount,
      total: line.unitPrice * line.quantity - line.discount,
      tax_included: Math.round(((line.unitPrice * line.quantity - line.discount) * 11) / 111),
      weight_grams: line.weightGrams,
    });
    if (isPaid && order.fate !== "refunded") addMovements(rows, order, line, isShipped);
  }

  const event = (kind: string, hours: number, actor_id: string | null, details: Row = {}) =>
    rows.events.push({ ...owner, kind, details, actor_id, at: later(hours) });
  const buyer = order.customerId;
  const staff = accountId("staff@etalase.test");
  event("placed", 0, buyer);
  if (isPaid) {
    addPayment(rows, order, total, later(0.1));
    event("paid", 0.1, null, { provider: "builtin" });
  }
  if (isShipped) {
    const tracking_number = `JNE${seedId(`track:${order.number}`).replace(/\D/g, "").slice(0, 12)}`;
    const shipment = seedId(`shipment:${order.number}`);
    rows.shipments.push({
      id: shipment,
      ...owner,
      status: order.fate === "completed" ? "delivered" : "shipped",
      courier: "JNE",
      service: "REG",
      tracking_number,
      shipped_at: later(26),
      delivered_at: order.fate === "completed" ? later(80) : null,
    });
    rows.shipmentLines.push(
      ...lines.map((line) => ({
        shipment_id: shipment,
        order_line_id: line.id,
        quantity: line.quantity,
      })),
    );
    event("packed", 20, staff);
    event("shipped", 26, staff, { courier: "JNE", service: "REG", tracking_number });
    if (order.fate === "completed") event("delivered", 80, buyer);
  }
  if (order.fate === "expired") event("expired", 1, null);
  if (order.fate === "canceled") event("canceled", 0.5, buyer, { reason: "customer" });
  if (order.fate === "refunded") {
    event("canceled", 12, buyer, { reason: "customer" });
    event("refunded", 14, null, { amount: total });
  }
}

function addMovements(
  rows: Rows,
  order: PastOrder,
  line: PastLine & { id: string },
  isShipped: boolean,
): void {
  const movement = (kind: string, dedupe: string | null) => ({
    variant_id: line.variantId,
    kind,
    quantity: line.quantity,
    order_id: dedupe ? order.id : null,
    dedupe_key: dedupe,
    at: order.placedAt,
  });
  // Sold pieces were received before, so today's stock stays as in the catalogue.
  rows.movements.push(movement("received", null), movement("allocated", `allocated:${line.id}`));
  if (isShipped) {
    rows.movements.push(
      movement("shipped", `shipped:${seedId(`shipment:${order.number}`)}:${line.id}`),
    );
  }
}

function addPayment(rows: Rows, order: PastOrder, total: number, at: Date): void {
  const payment = seedId(`payment:${order.number}`);
  rows.payments.push({
    id: payment,
    order_id: order.id,
    customer_id: order.customerId,
    provider: "builtin",
    method: "card",
    kind: "card",
    status: "settled",
    amount: total,
    mode: "test",
    provider_payment_id: `seed_${order.number}`,
    expires_at: at,
    created_at: order.placedAt,
    updated_at: at,
  });
  const moved = { payment_id: payment, order_id: order.id, amount: total };
  rows.transactions.push({
    ...moved,
    kind: "charge",
    provider_reference: `seed_${order.number}`,
    at,
  });
  if (order.fate === "refunded") {
    rows.transactions.push({
      ...moved,
      kind: "refund",
      provider_reference: `seed_r_${order.number}`,
      at,
    });
  }
}
