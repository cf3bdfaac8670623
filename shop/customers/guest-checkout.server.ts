import { log } from "#base/log.server.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";

const read = cached(
  "guest checkout",
  async (): Promise<boolean> => {
    const [settings] = await asVisitor()<{ guest_checkout: boolean }[]>`
    select guest_checkout from shop_settings`;
    if (!settings) throw new Error("shop_settings has no row");
    return settings.guest_checkout;
  },
  withoutProducts,
);

let last: boolean | undefined;

/**
 * Whether buyers may check out without an account: `guest_checkout` of `shop_settings` (docs/why/customers.md). While the
 * database is unavailable the last known value applies, so that the sign-in page still opens.
 */
export async function offersGuestCheckout(): Promise<boolean> {
  try {
    last = await read();
    return last;
  } catch (error) {
    if (last === undefined) throw error;
    log.warn({ err: error }, "the shop's settings could not be read; the last known ones serve");
    return last;
  }
}
