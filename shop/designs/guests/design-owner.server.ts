import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";

/** Whose designs and pictures they are: an account's, or a guest's by the SHA-256 of their key. */
export type DesignOwner =
  | { readonly customer_id: string; readonly guest_hash: null }
  | { readonly customer_id: null; readonly guest_hash: string };

/** Maximum designs of an account; designs that are claimed at sign-in may exceed it. */
export const maxDesigns = 100;
const maxGuestDesigns = 5;

/**
 * The owner of what the actor designs. Nobody comes back to the account of a guest at the checkout, so there the key goes on
 * counting.
 * @returns undefined for a guest without a key
 */
export function designOwner(actor: Actor): DesignOwner | undefined {
  if (actor.kind === "person" && actor.claims.is_anonymous !== true) {
    return { customer_id: actor.id, guest_hash: null };
  }
  return actor.guest === undefined ? undefined : { customer_id: null, guest_hash: actor.guest };
}

export function maxDesignsOf({ customer_id }: DesignOwner): number {
  return customer_id === null ? maxGuestDesigns : maxDesigns;
}

/** The condition of rows that are the owner's. */
export function isOf(sql: Sql, { customer_id, guest_hash }: DesignOwner): SqlFragment {
  return customer_id === null ? sql`guest_hash = ${guest_hash}` : sql`customer_id = ${customer_id}`;
}

/**
 * Serialises what one owner stores until the transaction ends, so that two requests do not exceed a limit together.
 * @returns false for a guest whose designs an account has claimed, or who came back after they were deleted
 */
export async function lockOwner(
  sql: Sql,
  { customer_id, guest_hash }: DesignOwner,
): Promise<boolean> {
  const rows =
    customer_id === null
      ? await sql`select from private.design_guests where hash = ${guest_hash} for no key update`
      : await sql`select from auth.users where id = ${customer_id} for no key update`;
  return rows.length > 0;
}
