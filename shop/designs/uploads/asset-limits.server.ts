import type { Sql } from "#db/client.server.ts";
import { type DesignOwner, isOf } from "../guests/design-owner.server.ts";

/** Pictures and bytes of one account, and of one guest. */
const accountLimits = { pictures: 200, bytes: 1024 ** 3 };
const guestLimits = { pictures: 10, bytes: 60 * 1024 ** 2 };

/** Whether an owner has more pictures than they may. The caller has locked the owner, and rolls back. */
export async function isFull(sql: Sql, owner: DesignOwner): Promise<boolean> {
  const limits = owner.customer_id === null ? guestLimits : accountLimits;
  const [used] = await sql<{ is_full: boolean }[]>`
    select count(*) > ${limits.pictures} or coalesce(sum(bytes), 0) > ${limits.bytes} as is_full
    from design_assets where ${isOf(sql, owner)}`;
  return used?.is_full === true;
}
