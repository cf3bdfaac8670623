import { createHash, createHmac } from "node:crypto";
import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { secretKeyFor } from "#base/secrets.server.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { recordEvent } from "./order-event.server.ts";

/** Days until a pay link expires, paid or not. */
const lifeDays = 120;

/** 128 bits of a keyed hash, so that a repeated request makes the same link. Only the hash of the token is stored. */
function tokenOf(orderId: string): string {
  const mac = createHmac("sha256", secretKeyFor("pay-link")).update(orderId).digest();
  return mac.subarray(0, 16).toString("base64url");
}

export function hashOfPayToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The pay link of an order. It is valid after `storePayLink`. */
export function payAddress(orderId: string, language: Language): string {
  return `${config().publicUrl}${localPath(language, `/Pay/${tokenOf(orderId)}`)}`;
}

/** Stores the hash of the pay link, which makes the link valid. A repeated call changes nothing. */
export async function storePayLink(sql: Sql, orderId: string, actorId: string): Promise<void> {
  const added = await sql`
    insert into private.order_links (token_hash, order_id, purpose, expires_at)
    values (${hashOfPayToken(tokenOf(orderId))}, ${orderId}, 'pay', now() + make_interval(days => ${lifeDays}))
    on conflict (token_hash) do nothing returning order_id`;
  if (added.length > 0)
    await recordEvent(sql, orderId, "pay_link_made", {}, { internal: true, actorId });
}

/** SQL: whether the order `o` has a pay link. */
export function hasPayLink(sql: Sql): SqlFragment {
  return sql`exists (select from private.order_links k where k.order_id = o.id and k.purpose = 'pay')`;
}
