import { inTransaction, type Sql, type SqlFragment } from "#db/client.server.ts";
import { type DesignOwner, isOf } from "#shop/designs/guests/design-owner.server.ts";

/** Whose a picture is: a person's, or the shop's, for its templates. */
export type AssetOwner = DesignOwner | typeof shopOwner;
export const shopOwner = { customer_id: null, guest_hash: null, of_shop: true } as const;

/** Pictures and bytes of one account, of one guest, and of the shop. */
const accountLimits = { pictures: 200, bytes: 1024 ** 3 };
const guestLimits = { pictures: 10, bytes: 60 * 1024 ** 2 };
const shopLimits = { pictures: 1_000, bytes: 5 * 1024 ** 3 };

/** The condition of pictures that are the owner's. */
function isOfOwner(sql: Sql, owner: AssetOwner): SqlFragment {
  return "of_shop" in owner ? sql`of_shop` : isOf(sql, owner);
}

/** Whether an owner has more pictures than they may. The caller has locked the owner, and rolls back. */
export async function isFull(sql: Sql, owner: AssetOwner): Promise<boolean> {
  const limits =
    "of_shop" in owner ? shopLimits : owner.customer_id === null ? guestLimits : accountLimits;
  const [used] = await sql<{ is_full: boolean }[]>`
    select count(*) > ${limits.pictures} or coalesce(sum(bytes), 0) > ${limits.bytes} as is_full
    from design_assets where ${isOfOwner(sql, owner)}`;
  return used?.is_full === true;
}

/** Pictures that make room at once. */
const perRoom = 20;

/**
 * Deletes an owner's oldest pictures that no design shows, so that designs which are deleted free their room at once. Those of the last
 * hour stay: a form or a board may show them that nobody has saved yet.
 * @returns how many
 */
export async function makeRoom(owner: AssetOwner): Promise<number> {
  const gone = await inTransaction(
    (sql) => sql`
      delete from design_assets where id in (
        select id from design_assets
        where ${isOfOwner(sql, owner)} and created_at < now() - interval '1 hour' and not private.is_asset_used(sha256)
        order by created_at limit ${perRoom} for update skip locked)
      returning id`,
  );
  return gone.length;
}
