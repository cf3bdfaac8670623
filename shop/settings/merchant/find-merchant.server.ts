import { log } from "#base/log.server.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import type { Merchant } from "./merchant.ts";

const read = cached(
  "merchant",
  async (): Promise<Merchant> => {
    const [merchant] = await asVisitor()<Merchant[]>`
    select name, legal_name as "legalName", street, city, email, whatsapp, hours, time_zone as "timeZone",
      charges_ppn as "chargesPpn"
    from shop_settings`;
    if (!merchant) throw new Error("shop_settings has no row");
    return merchant;
  },
  withoutProducts,
);

let last: Merchant | undefined;

/**
 * The merchant; the last known one while the database is unavailable, since every page needs it, also the error page.
 */
export async function findMerchant(): Promise<Merchant> {
  try {
    last = await read();
    return last;
  } catch (error) {
    if (!last) throw error;
    log.warn(
      { err: error },
      "the merchant's settings could not be read; the last known ones serve",
    );
    return last;
  }
}
