import { createHash, randomBytes } from "node:crypto";
import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { countRequest, uncountRequest } from "#db/rate-limit.server.ts";
import { trackingUrl } from "#shop/settings/shipping/tracking.server.ts";
import { type FulfilmentStatus, type OrderStage, type OrderStatus, orderStage } from "./order.ts";
import { isPickup } from "./pickup-order.server.ts";
import { promisedDaysColumns } from "./promised-days.server.ts";
import type { PromisedDays } from "./promised-days.ts";

/** Days until a mail's link expires: longer than any shipment or return takes. */
const lifeDays = 120;
/** Wrong tokens per network in ten minutes. A token has 256 random bits, so this only protects the database. */
const wrongTokens = { limit: 30, windowSeconds: 600 };
const pattern = /^[A-Za-z0-9_-]{43}$/;

/** The address of an order's page for the recipient of a mail. Each call makes a new token; only its hash is stored. */
export async function makeOrderLink(
  sql: Sql,
  orderId: string,
  language: Language,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await sql`
    insert into private.order_links (token_hash, order_id, expires_at)
    values (${hashOf(token)}, ${orderId}, now() + make_interval(days => ${lifeDays}))`;
  return `${config().publicUrl}${localPath(language, `/Order/${token}`)}`;
}

/** The progress of an order. No name, no address, no amount: a mail can be forwarded. */
export interface TrackedOrder extends PromisedDays {
  readonly id: string;
  readonly number: string;
  /** Of a supplement: the order whose design costs more (docs/why/orders.md). Nothing of a supplement is sent. */
  readonly supplement_of: { readonly id: string; readonly number: string } | null;
  readonly stage: OrderStage;
  /** ISO 8601, UTC */
  readonly created_at: string;
  /** ISO 8601, UTC; until when it can be paid. */
  readonly expires_at: string | null;
  /** A pickup order; then `place` is the pickup place. */
  readonly is_pickup: boolean;
  readonly place: string;
  readonly shipments: readonly {
    readonly id: string;
    readonly number: string;
    readonly kind: "order" | "replacement";
    readonly status: "pending" | "shipped" | "delivered" | "canceled";
    readonly courier: string;
    readonly service: string;
    readonly tracking_number: string | null;
    /** The courier's tracking address with `{resi}`; null without one. */
    readonly tracking_url: string | null;
    readonly shipped_at: string | null;
    readonly delivered_at: string | null;
    readonly lines: readonly { readonly name: string; readonly quantity: number }[];
  }[];
}

interface Row extends Omit<TrackedOrder, "stage" | "created_at" | "expires_at"> {
  status: OrderStatus;
  fulfilment_status: FulfilmentStatus;
  created_at: Date;
  expires_at: Date | null;
}

/**
 * The order of a link.
 * @param network counts wrong tokens
 * @returns undefined for a wrong or expired token; "too_many_requests" after too many wrong ones
 */
export async function findTrackedOrder(
  token: string,
  network: string,
): Promise<TrackedOrder | "too_many_requests" | undefined> {
  const key = `track:${network}`;
  // Count first, so that parallel requests are limited too.
  if ((await countRequest(key, wrongTokens)) > 0) return "too_many_requests";
  const found = pattern.test(token) ? await read(hashOf(token)) : undefined;
  if (!found) return undefined;
  await uncountRequest(key);
  const { status, fulfilment_status, created_at, expires_at, ...order } = found;
  return {
    ...order,
    stage: orderStage({ status, fulfilment_status }),
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
  };
}

async function read(hash: Buffer): Promise<Row | undefined> {
  const sql = asShop();
  const [row] = await sql<Row[]>`
    select o.id, o.number, (
        select json_build_object('id', p.id, 'number', p.number) from orders p where p.id = o.supplement_of
      ) as supplement_of, o.status, o.fulfilment_status, o.created_at, o.expires_at, ${promisedDaysColumns(sql)}, ${isPickup(sql)} as is_pickup,
      case when ${isPickup(sql)} then o.courier else '' end as place,
      (
        select coalesce(json_agg(json_build_object('id', h.id, 'number', o.number || '-F' || h.position, 'kind', h.kind,
          'status', h.status, 'courier', h.courier, 'service', h.service,
          'tracking_number', h.tracking_number, 'tracking_url', ${trackingUrl(sql)}, 'shipped_at', h.shipped_at, 'delivered_at', h.delivered_at,
          'lines', (
            select json_agg(json_build_object('name', l.name, 'quantity', s.quantity) order by l.position)
            from shipment_lines s join order_lines l on l.id = s.order_line_id where s.shipment_id = h.id
          )) order by h.position), '[]')
        from shipments h where h.order_id = o.id and h.status <> 'canceled'
      ) as shipments
    from private.order_links k join orders o on o.id = k.order_id
    where k.token_hash = ${hash} and k.purpose = 'track' and k.expires_at > now()`;
  return row;
}

/** The job: deletes expired links. */
export async function purgeOrderLinks(): Promise<void> {
  await asShop()`delete from private.order_links where expires_at < now()`;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
