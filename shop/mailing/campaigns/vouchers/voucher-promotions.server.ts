import type { LocalText } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";

const maxShown = 200;

/**
 * Promotions that codes of a campaign can be of, the newest first: they need a code, are on, and have not ended.
 * @param chosen one that is listed whatever its state
 */
export function listVoucherPromotions(
  actor: Person,
  chosen: string | null,
): Promise<{ readonly id: string; readonly name: LocalText }[]> {
  // Staff who may not make codes see the name of the promotion that a colleague chose.
  return asShop()<{ id: string; name: LocalText }[]>`
    select id, name from promotions
    where id = ${chosen}::uuid or (${may(actor, "promos.bulk")} and enabled and not automatic
      and (ends_at is null or ends_at > now()))
    order by created_at desc, id desc limit ${maxShown}`;
}
